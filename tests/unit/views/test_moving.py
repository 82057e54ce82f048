"""Moving pictures of boards: frames in their order and pace, the same bytes again, bounds."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from hulldown.views.picture import FRAMES, PACE, REST, moving

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 50">'
    '<rect width="60" height="50" fill="{1}"/></svg>'
)


def board(colour: str, wide: int = 100) -> str:
    return SVG.format(wide, colour)


def test_frames_follow_each_other_and_the_last_one_rests() -> None:
    made = moving([board("#ff0000"), board("#ff0000"), board("#0000ff")], side=80)
    assert made == moving([board("#ff0000"), board("#ff0000"), board("#0000ff")], side=80)
    picture = Image.open(BytesIO(made))
    assert (picture.size, getattr(picture, "n_frames", 1)) == ((80, 40), 2)
    seen = []
    for frame in range(2):
        picture.seek(frame)
        seen.append((picture.info["duration"], picture.convert("RGB").getpixel((10, 10))))
    assert seen == [(2 * PACE, (255, 0, 0)), (REST, (0, 0, 255))]


def test_a_board_of_another_shape_fits_the_first() -> None:
    picture = Image.open(BytesIO(moving([board("#ff0000"), board("#0000ff", wide=60)], side=80)))
    picture.seek(1)
    assert picture.size == (80, 40)


def test_a_moving_picture_has_one_frame_at_least_and_not_too_many() -> None:
    with pytest.raises(ValueError, match="needs a frame"):
        moving([])
    with pytest.raises(ValueError, match="48 frames at most"):
        moving([board("#ff0000")] * (FRAMES + 1))
