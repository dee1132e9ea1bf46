"""Groups of fields that fold away."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django import forms


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a title, by name, then groups inside it.

    `style` is a CSS class, `only` are CSS classes by field, for fields that certain choices show. `grid` has fields by
    row, each with its title, and `heads` are its column heads. `terms` are explained at the end.
    """

    title: str
    names: tuple[str, ...] = ()
    lead: str = ""
    open: bool = False
    style: str = ""
    only: Mapping[str, str] = field(default_factory=dict)
    heads: tuple[str, ...] = ()
    grid: tuple[tuple[str, tuple[str, ...]], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    inner: tuple["Group", ...] = ()


class BoundGroup(NamedTuple):
    """A group with the fields themselves. `refused`: whether one of them was."""

    group: Group
    fields: list[tuple[forms.BoundField, str]]
    grid: list[tuple[str, list[forms.BoundField]]]
    inner: list["BoundGroup"]
    refused: bool


def bind_group(form: forms.Form, group: Group) -> BoundGroup:
    """The group with the fields of the form."""
    fields = [(form[name], group.only.get(name, "")) for name in group.names]
    grid = [(title, [form[name] for name in names]) for title, names in group.grid]
    inner = [bind_group(form, each) for each in group.inner]
    bound = [each for each, _ in fields] + [each for _, row in grid for each in row]
    refused = any(each.errors for each in bound) or any(each.refused for each in inner)
    return BoundGroup(group, fields, grid, inner, refused)
