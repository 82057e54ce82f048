"""How Numba compiles rules here: few passes, and one piece of machine code per entrance.

Numba by itself makes machine code of every function, with everything it calls optimised into
it once more, so a call tree is optimised as many times over as it is deep. Here an inner rule
ends as intermediate code, as it was written. An entrance - what a pointer or Python leads to -
collects the code of all the rules below it, optimises the whole once, and only that becomes
machine code. The other half of the time goes into Numba's passes; rules need a third of them.

The passes and the pipeline class are what Numba documents under "customizing the compiler";
the library class is not, so `jit` does without this module when Numba has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary, ll
from numba.core.compiler import CompilerBase
from numba.core.ir_utils import build_definitions
from numba.core.ssa import reconstruct_ssa
from numba.core.typed_passes import (
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import FixupArgs, TranslateByteCode

_PHIS = PreLowerStripPhis()


def _assign_once(state: Any) -> None:
    """Numba's ReconstructSSA without the lifetimes it adds: with nothing to free, nobody asks."""
    state.func_ir = reconstruct_ssa(state.func_ir)
    state.func_ir._definitions = build_definitions(state.func_ir.blocks)


def _strip_phis(state: Any) -> None:
    """Numba's PreLowerStripPhis, again without lifetimes."""
    state.func_ir = _PHIS._strip_phi_nodes(state.func_ir)
    state.func_ir._definitions = build_definitions(state.func_ir.blocks)


STEPS: tuple[Callable[[Any], Any], ...] = (
    TranslateByteCode().run_pass,
    FixupArgs().run_pass,
    _assign_once,
    NopythonTypeInference().run_pass,
    _strip_phis,
    NativeLowering().run_pass,
    NoPythonBackend().run_pass,
)


# Rules are many and small: calls are taken in generously, and in two rounds, since callees shrink in the
# first. Nothing in them is done to rows of numbers at once, so looking for that is in vain. On Skirmish this
# plays 2.75 million decisions a second where one round with LLVM's usual threshold of 225 plays 2.5. Verbs
# of more rules than Skirmish has gain nothing to be measured in the second round, a quarter of the time, and
# at most a twentieth by the highest level of optimising: one round of the lowest saves 4 s of compiling.
LEVEL, INLINED = 3, 1000
MANY, PLAIN_LEVEL = 250, 1  # rules of a verb, and the level from there on


class Passes:
    """In the place of Numba's PassManager, which spends longer on timing and naming than some passes."""

    pipeline_name = "rule"

    def __init__(self) -> None:
        self.exec_times: dict[str, Any] = {}  # Numba puts it among a function's metadata

    def run(self, state: Any) -> None:
        """Take a function from bytecode to intermediate or machine code."""
        for step in STEPS:
            step(state)


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate code of one rule, and the libraries of the rules it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Remember a callee's library."""
        self._linking_libraries.append(library)

    def add_ir_module(self, written: Any) -> None:
        """Keep the code of this rule; the entrance that takes it in checks and optimises it."""
        self._final_module = ll.parse_assembly(normalize_ir_text(str(written)))
        self._final_module.name = written.name
        self._final_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing is optimised or made into machine code."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No machine code, no address."""
        return 0

    @property
    def codegen(self) -> InnerLibrary:
        """Where Numba stores the environment of a function with machine code."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """No machine code, nothing to store in."""


class EntranceLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a rule with all it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Take in a callee's library with those below it, each once."""
        if library in self._linking_libraries:
            return
        self._linking_libraries.append(library)
        for below in library._linking_libraries:
            self.add_linking_library(below)

    def _optimize_final_module(self) -> None:
        """Callees belong to this module alone, so the optimiser may reshape or drop them."""
        inner = [library for library in self._linking_libraries if isinstance(library, InnerLibrary)]
        taken_in = {function.name for function in self._final_module.functions}
        for library in inner:
            for function in library.get_defined_functions():
                if function.name in taken_in:  # not what stands behind a branch that is never taken
                    self.get_function(function.name).linkage = "internal"
        many = len(inner) > MANY
        tuning = ll.create_pipeline_tuning_options(PLAIN_LEVEL if many else LEVEL)
        tuning.loop_vectorization = tuning.slp_vectorization = False
        tuning.inlining_threshold = INLINED
        for _ in range(1 if many else 2):
            builder = ll.create_pass_builder(self._codegen._tm, tuning)
            builder.getModulePassManager().run(self._final_module, builder)


class Pipeline(CompilerBase):  # type: ignore[misc]
    """The passes a rule needs."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> list[Any]:
        """Called by Numba once the function is known, before its passes run."""
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return [Passes()]


class Inner(Pipeline):
    """For rules that only compiled rules call."""

    library = InnerLibrary


class Entrance(Pipeline):
    """For rules reached through a pointer or from Python."""

    library = EntranceLibrary
