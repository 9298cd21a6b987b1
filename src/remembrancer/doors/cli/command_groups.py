"""How commands are listed and found: whole sentences, and a way on from a wrong word."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

# Words that people try for what has another name here.
OTHER_WORDS = {
    "add": "remember TEXT --as-is",
    "approve": "review approve",
    "brief": "briefing",
    "check": "doctor",
    "delete": "erase",
    "find": "recall",
    "forget": "dismiss",
    "get": "show",
    "help": "--help",
    "items": "list",
    "log": "audit log",
    "queue": "review queue",
    "replace": "supersede",
    "receipt": "show rcp_ID",
    "search": "recall",
    "status": "doctor",
    "told": "show ID",
    "verify": "audit verify",
    "version": "--version",
    "why": "show ID",
}


class Listed(TyperGroup):
    """Commands, each listed with its whole sentence."""

    def sections(self, ctx: Any) -> dict[str, list[str]]:
        """The names of its commands, by heading."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        found = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        shown = {name: one for name, one in found.items() if one is not None and not one.hidden}
        width = max(map(len, shown), default=0)
        for title, names in self.sections(ctx).items():
            rows = [
                (f"{name:<{width}}", shown[name].get_short_help_str(limit=formatter.width * 2))
                for name in names
                if name in shown
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


class Program(Listed):
    """The program itself, which leads on from words that it does not know."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        known = OTHER_WORDS.get(args[0]) if args else None
        if known is not None and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such command {args[0]!r}. Use: {ctx.info_name} {known}")
        return super().resolve_command(ctx, args)


class Spoken(TyperCommand):
    """A command that takes a text, which a shell parts at its blanks unless it is quoted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(f"{' '.join(rest)!r} is left over. Put what belongs together in quotes.")
        return rest
