"""How Numba compiles rules here: few passes, and one piece of machine code per entrance.

Numba by itself makes machine code of every function, with everything it calls optimised into
it once more, so a call tree is optimised as many times over as it is deep. Here an inner rule
ends as intermediate code. An entrance - what a pointer or Python leads to - collects the code
of all the rules below it, optimises the whole once, and only that becomes machine code. The
other half of the time goes into Numba's passes; rules need fewer than half of them.

The passes and the pipeline class are what Numba documents under "customizing the compiler";
the library class is not, so `jit` does without this module when Numba has changed.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode

PASSES = (
    (TranslateByteCode, "read the bytecode"),
    (FixupArgs, "arguments"),
    (IRProcessing, "process"),
    (ReconstructSSA, "one assignment a variable"),
    (NopythonTypeInference, "types"),
    (PreLowerStripPhis, "remove phi nodes"),
    (IRLegalization, "make legal"),
    (NativeLowering, "to intermediate code"),
    (NoPythonBackend, "collect the result"),
)


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The intermediate code of one rule, and the libraries of the rules it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Remember a callee's library."""
        self._linking_libraries.append(library)

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
        for library in self._linking_libraries:
            if isinstance(library, InnerLibrary):
                for function in library.get_defined_functions():
                    self.get_function(function.name).linkage = "internal"
        super()._optimize_final_module()


class Pipeline(CompilerBase):  # type: ignore[misc]
    """The passes a rule needs."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> list[Any]:
        """Called by Numba once the function is known, before its passes run."""
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        passes = PassManager("rule")
        for made, what in PASSES:
            passes.add_pass(made, what)
        passes.finalize()
        return [passes]


class Inner(Pipeline):
    """For rules that only compiled rules call."""

    library = InnerLibrary


class Entrance(Pipeline):
    """For rules reached through a pointer or from Python."""

    library = EntranceLibrary
