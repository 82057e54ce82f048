"""A searcher with a ruleset's verbs linked to it, instead of handed to it with every call.

A verb that is an argument is a function pointer, which each call from Python has to unwrap: tens of
microseconds for each. So what is called for every step of a training knows its verbs by name. Compiled, such
a name is an external symbol: the verb is compiled once, as for all other searchers, and the linker finds it.
"""

from __future__ import annotations

import ast
import collections.abc
import functools
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any, get_origin

from hulldown.kernel.jit import (
    CallMode,
    Linked,
    S,
    compiled,
    external,
    hints_of,
    rule,
    rule_behind,
    signature_of,
)

Verbs = Mapping[str, Callable[..., Any]]


@functools.cache
def _verb_names(fn: Callable[..., Any]) -> frozenset[str]:
    """The parameters of a searcher that are rules."""
    return frozenset(
        name for name, hint in hints_of(fn).items() if get_origin(hint) is collections.abc.Callable
    )


def link(
    fn: Callable[..., Any], bound: dict[Any, Any], features: bool = True, **verbs: Callable[..., Any]
) -> Callable[..., Any]:
    """A compiled searcher as Python calls it, without its verbs; it is kept with the other rules of the
    ruleset whose state `bound` gives for `S`.

    TypeError if a verb is missing, or a searcher hands on anything but a verb of its own.
    """
    linked = _linked(fn, verbs, features, bound[S].__module__)
    for name in _verb_names(fn):  # code from the cache on disk looks for them at once
        external(Linked(verbs[name], features), bound)
    call: Callable[..., Any] = compiled(linked, bound, CallMode.ENTRY).get_overload(
        signature_of(linked, bound)
    )
    return call


def _linked(fn: Callable[..., Any], verbs: Verbs, features: bool, home: str) -> Callable[..., Any]:
    """A searcher as a rule that calls verbs by name, with those that it hands them on to."""
    wanted = _verb_names(fn)
    if missing := wanted - verbs.keys():
        raise TypeError(f"{fn.__name__} needs {', '.join(sorted(missing))}")
    return _rewritten(fn, tuple(sorted((name, verbs[name]) for name in wanted)), features, home)


@functools.cache
def _rewritten(
    fn: Any, verbs: tuple[tuple[str, Callable[..., Any]], ...], features: bool, home: str
) -> Callable[..., Any]:
    given = dict(verbs)
    rewriter = _Rewriter(fn, given, features, home)
    code = _code_of(rewriter.visit(_definition(fn)), fn)
    names = {name: Linked(verb, features) for name, verb in given.items()}
    scope = {**fn.__globals__, **names, **rewriter.nested, "__name__": home}
    linked = FunctionType(code, scope, fn.__name__)
    linked.__annotations__ = {name: hint for name, hint in fn.__annotations__.items() if name not in given}
    words = repr([(name, verb.__module__, verb.__qualname__) for name, verb in verbs] + [features])
    linked.__qualname__ = f"{fn.__qualname__}_{hashlib.sha256(words.encode()).hexdigest()[:8]}"
    linked.__doc__ = fn.__doc__
    return rule(linked)


def _definition(fn: Any) -> ast.FunctionDef:
    """The source of a function, on the lines where it stands in its file."""
    lines, first = inspect.getsourcelines(fn)
    definition = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    ast.increment_lineno(definition, first - 1)
    definition.decorator_list = []
    return definition


def _code_of(definition: ast.FunctionDef, fn: Any) -> CodeType:
    module = compile(ast.Module([definition], []), fn.__code__.co_filename, "exec", dont_inherit=True)
    return next(each for each in module.co_consts if isinstance(each, CodeType))


class _Rewriter(ast.NodeTransformer):
    """Takes the verbs out of a function's parameters and out of what it hands on."""

    def __init__(self, fn: Any, given: Verbs, features: bool, home: str) -> None:
        self.fn, self.given, self.features, self.home = fn, given, features, home
        self.nested: dict[str, Callable[..., Any]] = {}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.args.args = [each for each in node.args.args if each.arg not in self.given]
        for each in node.args.args:
            each.annotation = None
        node.returns = None
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        callee = None if name in self.given else rule_behind(self.fn.__globals__.get(name))
        wanted = _verb_names(callee) if callee else frozenset()
        if callee is None or not wanted:
            return node
        handed, kept = {}, []
        for parameter, argument in zip(inspect.signature(callee).parameters, node.args, strict=True):
            if parameter not in wanted:
                kept.append(argument)
            elif isinstance(argument, ast.Name) and argument.id in self.given:
                handed[parameter] = self.given[argument.id]
            else:
                raise TypeError(
                    f"{self.fn.__name__} hands {callee.__name__} a rule that is no verb of its own"
                )
        inner = _linked(callee, handed, self.features, self.home)
        label = f"{name}_{len(self.nested)}"
        self.nested[label] = inner
        return ast.copy_location(
            ast.Call(ast.copy_location(ast.Name(label, ast.Load()), node.func), kept, []), node
        )
