"""The laboratory: studies of rules, with an answer in one sentence and how sure it is.

    from hulldown import lab

    study = lab.ask("variant", "tank_commander", ["skirmish"], options={"reverse_move": True})
    for look in lab.Run(study):
        print(look)

Needs the extra `lab`.
"""

from hulldown.lab.executors import Executor, WorkersDie, executor
from hulldown.lab.recording import CannotKeep, Folder
from hulldown.lab.results import result_of
from hulldown.lab.running import Look, Run
from hulldown.lab.study import Arm, Decide, Kind, Record, Study, load_study, study_text

__all__ = [
    "Arm",
    "CannotKeep",
    "Decide",
    "Executor",
    "Folder",
    "Kind",
    "Look",
    "Record",
    "Run",
    "Study",
    "WorkersDie",
    "executor",
    "load_study",
    "result_of",
    "study_text",
]
