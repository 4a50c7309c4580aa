"""Translate calls as a whole, not every function that is part of them.

Numba makes machine code of each function, and again of each inside all that call it, however
few are ever run on their own. Here a function that only compiled code calls is left as it was
written, and becomes machine code within what Python calls, or what is called by its address.
"""

from typing import Any

import llvmlite.binding as llvm
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.environment import lookup_environment

_ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of variables begin that hold a function's constants


class Part(JITCodeLibrary):
    """The code of a function that only compiled code calls, with all that it calls."""

    @property
    def codegen(self) -> Any:
        """What numba makes code with; there is no machine code yet that could be told constants."""
        return _Untold(self._codegen)

    def _optimize_functions(self, module: Any) -> None:
        _shorten(self, module)

    def add_linking_library(self, library: Any) -> None:
        """Take what a called function consists of along."""
        library._ensure_finalized()
        if library not in self._linking_libraries:
            self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Put it together, and translate nothing."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Say, as numba does, that there is no machine code."""
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Give what is kept for the next process."""
        return (self.name, "part", self._get_module_for_linking().as_bitcode())


class Whole(JITCodeLibrary):
    """The machine code of a function that Python or an address may call."""

    def _optimize_functions(self, module: Any) -> None:
        _shorten(self, module)

    def _finalize_specific(self) -> None:
        """Tell its parts their constants as well."""
        super()._finalize_specific()
        codegen: Any = self._codegen
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    codegen.set_env(variable.name, environment)


class KeptParts(CompileResultCacheImpl):
    """Numba's way to and from a file, for parts."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Make what ``CompileResult`` needs of what was kept.

        Parameters
        ----------
        target_context
            Numba's.
        payload
            From ``CompileResult._reduce``.

        Returns
        -------
        CompileResult
            Without machine code.
        """
        (name, _, code), fndesc, env, signature, objectmode, lifted, typeann, init, envs = payload
        for again in init:
            again()
        library = Part(target_context.codegen(), name)
        library._final_module = library._shared_module = llvm.parse_bitcode(code)
        library._finalized = library._disable_inspection = True
        result: Any = CompileResult  # a named tuple, made of names that no checker can read
        return result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=env,
            entry_point=target_context.get_executable(library, fndesc, env),
            fndesc=fndesc,
            type_annotation=typeann,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=init,
            referenced_envs=envs,
        )


class _Untold:
    """Numba's code generator for who has no machine code."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: ``Whole`` does it."""


def _shorten(library: Any, module: Any) -> None:
    """Do what numba does before it links, but not once for each function that is only named."""
    module.data_layout = library._codegen._data_layout
    passes, builder = library._codegen._function_pass_manager()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
