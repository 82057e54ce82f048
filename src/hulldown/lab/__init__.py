"""The laboratory: studies of rules, with an answer in one sentence and how sure it is. Needs the extra `lab`.

from hulldown import lab

study = lab.ask("variant", "chase", "long_shot", "random", options={"armor_wear": True})
for look in study:  # how it stands, after every slice
    print(look.blocks, look.cells[0].estimate)
print(study.answer())  # one sentence; in a notebook with its plots
"""

from hulldown.deprecated import renamed_names
from hulldown.lab.api import StudyAnswer, StudyRequest, ask, opened
from hulldown.lab.arms import Arm, StudyBase
from hulldown.lab.calibrating import calibrate
from hulldown.lab.playing import Executor, WorkersDie, executor
from hulldown.lab.recording import CannotKeep, Folder, game_of, telling
from hulldown.lab.results import compared, result_of
from hulldown.lab.running import Run, StudyLook, cost_of
from hulldown.lab.study import Decide, QuestionKind, RecordSpec, Study, load_study, study_text

__all__ = [
    "StudyAnswer",
    "Arm",
    "StudyBase",
    "StudyRequest",
    "CannotKeep",
    "Decide",
    "Executor",
    "Folder",
    "QuestionKind",
    "StudyLook",
    "RecordSpec",
    "Run",
    "Study",
    "WorkersDie",
    "ask",
    "calibrate",
    "compared",
    "cost_of",
    "executor",
    "game_of",
    "load_study",
    "opened",
    "result_of",
    "study_text",
    "telling",
]

__getattr__ = renamed_names(
    __name__,
    {
        "Answer": "StudyAnswer",
        "Asked": "StudyRequest",
        "Kind": "QuestionKind",
        "Look": "StudyLook",
        "Record": "RecordSpec",
    },
)
