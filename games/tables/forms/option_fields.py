"""Form fields for a game's options."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.catalog.registry import IntegerInputs, Option, Value
from games.tables.labels import choice_label, localize_text

OWN = "own"


def option_field(option: Option, initial: Value) -> forms.TypedChoiceField:
    """Build a select, with number inputs if the option accepts custom amounts."""
    by_text = {str(value): value for value in option.choices}
    about: dict[str, Any] = {
        "label": localize_text(option.label),
        "help_text": localize_text(option.help),
        "choices": [(text, choice_label(option, value)) for text, value in by_text.items()],
        "coerce": lambda text: by_text.get(text, text),
        "initial": str(initial),
    }
    return _AmountsField(option.amounts, **about) if option.amounts else forms.TypedChoiceField(**about)


class _AmountsField(forms.TypedChoiceField):
    """A choice, or the option's text of custom numbers."""

    def __init__(self, amounts: IntegerInputs, *, choices: list[tuple[str, str]], **about: Any) -> None:
        widget = _AmountsSelect(amounts)
        super().__init__(choices=[*choices, (OWN, _("custom amounts"))], widget=widget, **about)
        self.amounts = amounts

    def valid_value(self, value: str) -> bool:
        return (value != OWN and super().valid_value(value)) or self.amounts.accepts(value)

    def validate(self, value: str) -> None:
        if value and not self.valid_value(value):
            raise ValidationError(
                _("%(labels)s: please enter a multiple of %(step)s, from %(min)s to %(max)s."),
                params={
                    "labels": ", ".join(map(localize_text, self.amounts.invalid_labels(value))),
                    "step": self.amounts.step, "min": self.amounts.lowest, "max": self.amounts.highest,
                },
            )  # fmt: skip
        super().validate(value)


class _AmountsSelect(forms.Select):
    """A select followed by number inputs, which apply if its last choice is selected. The value is a single text."""

    def __init__(self, amounts: IntegerInputs) -> None:
        super().__init__()
        self.amounts = amounts

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the typed text; commas are removed as thousands separators."""
        if data.get(name) != OWN:
            return data.get(name)
        typed = (data.get(f"{name}_{at}", "") for at in range(len(self.amounts.labels)))
        return ",".join(text.replace(",", "").strip() for text in typed)

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        text = str(value or "")
        listed = text in {str(choice) for choice, _label in self.choices}
        select = super().render(name, text if listed else OWN, attrs, renderer)
        pairs = zip(self.amounts.labels, self.amounts.split(text), strict=True)
        rows = [(f"{name}_{at}", localize_text(label), amount) for at, (label, amount) in enumerate(pairs)]
        context = {"rows": rows, "amounts": self.amounts, "is_own": not listed}
        return mark_safe(select + render_to_string("tables/lobby/_integer_option.html", context))
