"""Wiring of the tools: language models, embedder, tokenizer and telemetry, as given or as set."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from remembrancer.core.errors import InvalidInput, InvalidSettings, ModelFailed, NotAvailable
from remembrancer.core.model_call import CallRecord
from remembrancer.core.settings import Setting, read
from remembrancer.core.tally import Counted, Tally
from remembrancer.core.texts.naming import name_for
from remembrancer.core.token_counter import TokenCounter
from remembrancer.items.port import Extractor
from remembrancer.jobs.task import Tools
from remembrancer.ports import SILENT, Embedder, LanguageModel, Reranker, Store, Telemetry


def is_installed(module: str) -> bool:
    """Whether a library of an extra is there."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what it is a part of is not there either
        return False


def _check_numpy() -> None:
    if find_spec("numpy") is None:
        raise NotAvailable(
            "Searching by meaning needs NumPy, which is not installed. Install Remembrancer with "
            "its extra: pip install 'remembrancer[minilm]', or open with embedder=\"none\"."
        )


def check_tools(
    llm: Any,
    extractor: Any,
    embedder: Any,
    reranker: Any,
    *,
    telemetry: Telemetry = SILENT,
    tally: Tally | None = None,
) -> Tools:
    """The tools as given, where they are such. Calls of models are told and counted."""
    model, chat = _language_models(llm, _told_calls(telemetry, tally))
    if extractor is not None and not isinstance(extractor, Extractor):
        raise InvalidInput("extractor must have is_local and extract().", field="extractor")
    if reranker is not None and not isinstance(reranker, Reranker):
        raise InvalidInput("reranker must have a name, is_local and score().", field="reranker")
    chosen = _embedder(embedder)
    if chosen is not None:
        _check_numpy()
        if telemetry.is_on:
            from remembrancer.telemetry.traced_models import traced_embedder

            chosen = traced_embedder(chosen, telemetry)
    return Tools(model, extractor, chosen, reranker, chat, telemetry)


def _told_calls(telemetry: Telemetry, tally: Tally | None) -> Callable[[CallRecord], None]:
    """What becomes of the record of each call of a language model."""

    def told(call: CallRecord) -> None:
        if tally is not None:
            role = call.role.value
            tally.add(Counted.MODEL_CALLS, role=role, outcome=call.outcome.value)
            tally.add(Counted.MODEL_TOKENS, call.tokens_in, role=role, direction="input")
            tally.add(Counted.MODEL_TOKENS, call.tokens_out, role=role, direction="output")
        if telemetry.is_on:
            from remembrancer.telemetry.traced_models import tell_call

            tell_call(telemetry, call)

    return told


def check_telemetry(value: Any = None) -> Telemetry:
    """Telemetry as given, or by the settings."""
    if value is not None:
        if not isinstance(value, Telemetry):
            raise InvalidInput(
                "telemetry is an OpenTelemetry of remembrancer.telemetry, such as "
                "OpenTelemetry(tracer_provider, meter_provider).",
                field="telemetry",
            )
        return value
    setting = read().otel
    wanted = (setting.value or "").strip().lower()
    if wanted in ("", "0", "no", "false"):
        return SILENT
    if wanted not in ("1", "yes", "true"):
        raise InvalidSettings(
            f"The setting otel is {setting.value!r} ({setting.origin}). Write 1 to send traces and "
            "metrics, or leave it out.",
            field="otel",
        )
    if not is_installed("opentelemetry.sdk.trace") or not is_installed(
        "opentelemetry.exporter.otlp.proto.http"
    ):
        raise NotAvailable(
            f"Traces and metrics are asked for ({setting.origin}), and OpenTelemetry is not "
            "installed. Install Remembrancer with its extra: pip install 'remembrancer[otel]'."
        )
    from remembrancer.telemetry import providers

    return providers.opened()


def load_telemetry() -> None:
    """Loads what telemetry needs if the settings ask for it, before a process is forked."""
    if (read().otel.value or "").strip() and is_installed("opentelemetry.sdk.trace"):
        from remembrancer.telemetry import providers  # noqa: F401  # loading starts no thread


def traced_store(store: Store, url: str | Path, telemetry: Telemetry) -> Store:
    """The store, whose transactions are told of if anything is."""
    if not telemetry.is_on:
        return store
    from remembrancer.telemetry import traced_store as tracing

    is_server = str(url).startswith(("postgresql://", "postgres://"))
    return tracing.traced_store(store, telemetry, "postgresql" if is_server else "sqlite")


def token_counter(value: Any) -> TokenCounter | None:
    """How tokens are counted: by a callable from a text to their number; None: by the estimate."""
    if value is None:
        return None
    if not callable(value):
        raise InvalidInput(
            "tokenizer is a callable that takes a text and gives the number of its tokens, such "
            "as lambda text: len(encoding.encode(text)).",
            field="tokenizer",
        )
    named = getattr(value, "name", None) or getattr(value, "__name__", None)
    name = name_for(named if isinstance(named, str) else type(value).__name__) or "tokenizer"

    def count(text: str) -> int:
        try:
            found = value(text)
        except Exception as error:
            raise ModelFailed(
                f"The tokenizer {name} failed: {type(error).__name__}: {error}"
            ) from error
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            raise ModelFailed(
                f"The tokenizer {name} gives {found!r} for a text, and not how many tokens it has."
            )
        return found

    try:
        count("How many tokens does this text have?")
    except ModelFailed as error:
        raise InvalidInput(str(error), field="tokenizer") from error
    return TokenCounter(name, count)


def _language_models(
    value: Any, told: Callable[[CallRecord], None]
) -> tuple[LanguageModel | None, LanguageModel | None]:
    """The models for work in the background and for what somebody waits for: as given, by name, or
    by the settings.

    Each task with it has a budget, and each call is in its log.
    """
    if value is not None and not isinstance(value, str | LanguageModel):
        raise InvalidInput(
            "llm must have a name, is_local and ask(), or be one of: openai:MODEL, "
            "anthropic:MODEL, none, pydantic-ai:PROVIDER:MODEL.",
            field="llm",
        )
    if value is not None and not isinstance(value, str):
        from remembrancer.llm.model_roles import Models

        models = Models(cheap=value, chat=value, told=told)
    else:
        settings = read()
        if value is not None:
            settings = settings._replace(
                llm_model=Setting(value, "argument"), llm_cheap_model=Setting(None, "default")
            )
        if not settings.llm_model.value and not settings.llm_cheap_model.value:
            return None, None
        from remembrancer.llm.model_factory import create_models

        models = create_models(settings, told)
    return models.cheap, models.chat


def _embedder(value: Any) -> Embedder | None:
    """The embedder as given, by its name, or by the settings."""
    if isinstance(value, Embedder):
        return value
    if value is not None and not isinstance(value, str):
        raise InvalidInput(
            "embedder must have a name, is_local and embed(), or be one of: minilm, static, "
            "openai:MODEL, none.",
            field="embedder",
        )
    settings = read()
    if value is not None:
        settings = settings._replace(embedder=Setting(value, "argument"))
    from remembrancer.llm.model_factory import create_embedder

    return create_embedder(settings)


def explained_embedder() -> str:
    """One line on which embedder the settings give, or why there is none."""
    from remembrancer.llm.model_factory import describe_embedder

    return describe_embedder(read())


def explained_models() -> str:
    """One line on which language models the settings give, or why there is none."""
    from remembrancer.llm import model_factory

    return model_factory.describe_models(read())
