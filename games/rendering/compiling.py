"""What Jinja makes of a game's template, where its own way costs more than ours needs.

Jinja asks at each attribute whether it might be a key instead, at each call whether the function wants the template's
context, wraps a macro's text twice and copies what is safe already. Games' views have attributes, none of their
functions wants a context, and everything is escaped: a board is drawn in seven tenths of the time without.
"""

from collections.abc import Callable, Mapping
from keyword import iskeyword
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Macro
from jinja2.utils import missing
from markupsafe import Markup, escape


class DirectCodeGenerator(CodeGenerator):
    """Writes Python that says `view.pot` and `card(code)`; what is missing raises as it does in Python."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        if iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(one.key) for one in node.kwargs):
            super().visit_Call(node, frame, forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        """Nothing without an `else`: Jinja's own nothing is asked whether it is HTML, which it takes long to deny."""
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        super().visit_CondExpr(node, frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        names = tuple(argument.name for argument in macro_ref.node.args)
        plain = not (macro_ref.accesses_kwargs or macro_ref.accesses_varargs or macro_ref.accesses_caller)
        if not plain or "caller" in names:
            super().macro_def(macro_ref, frame)
            return
        self.write(f"environment.macro(environment, macro, {getattr(macro_ref.node, 'name', None)!r}, {names!r})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if finalize.src is not None or frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")


class PlainMacro(Macro):
    """A macro with nothing but named arguments. Its text is safe: what it is made of was escaped."""

    def __init__(self, environment: Any, function: Callable[..., str], name: str, names: tuple[str, ...]) -> None:
        super().__init__(environment, function, name, list(names), False, False, False, True)

    def __call__(self, *given: Any, **named: Any) -> Any:
        spare = self._argument_count - len(given)
        if named or spare < 0:
            return super().__call__(*given, **named)
        text = self._func(*given, *[missing] * spare) if spare else self._func(*given)
        return str.__new__(Markup, text)  # as Markup(text), which first asks what it is given


def escape_value(value: Any) -> str:
    """A value as it stands in the text."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


def format_text(text: str, values: Mapping[str, Any]) -> Markup:
    """A text of ours with these values in it, escaped. Numbers stay numbers, whatever the text asks for."""
    return str.__new__(
        Markup, text % {name: value if type(value) is int else escape_value(value) for name, value in values.items()}
    )
