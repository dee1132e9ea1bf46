"""Pages of fields, in groups that fold away."""

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

    @property
    def all_names(self) -> frozenset[str]:
        """The fields of the group, with those of the groups inside it."""
        rows = (name for _, row in self.grid for name in row)
        return frozenset(self.names).union(rows, *(each.all_names for each in self.inner))


@dataclass(frozen=True, slots=True)
class Part:
    """Groups on a page of their own. `slug` ends its address; empty for the first page."""

    slug: str
    title: str
    groups: tuple[Group, ...]

    def has(self, name: str) -> bool:
        return any(name in each.all_names for each in self.groups)


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
