"""Settings: read once, at a door, from the environment and `remembrancer.toml`."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from remembrancer.core.errors import InvalidSettings

FILE_NAME = "remembrancer.toml"
PREFIX = "REMEMBRANCER_"
# Behind the name of a variable: it names a file that holds the value, as secrets are handed to
# containers and services. What the environment itself holds, every process of it can read.
IN_FILE = "_FILE"
DEFAULTS: Mapping[str, str | None] = {
    "url": "remembrancer.db",
    "space": "default",
    "preset": None,
    "sessions": "user_sessions",  # where `rmb detect` looks for session transcripts
    # minilm, static, none or openai:MODEL; None: minilm if its extra is installed
    "embedder": None,
    "embedder_base_url": None,  # of an OpenAI-compatible server; None: llm_base_url
    "embedder_api_key": None,
    # openai:MODEL, anthropic:MODEL, pydantic-ai:PROVIDER:MODEL or none; None: rules only
    "llm_model": None,
    "llm_base_url": None,
    "llm_api_key": None,
    "llm_cheap_model": None,  # for background jobs; None: llm_model
    "llm_cheap_base_url": None,  # None: llm_base_url, if it has the same API
    "llm_cheap_api_key": None,
    "token": None,  # for a server url
    "secret": None,  # part of the signing keys, so that a stolen database signs nothing
    "read_url": None,  # of a PostgreSQL standby that may answer reads; None: the store does
    "read_lag_seconds": None,  # that it may be behind; None: READ_LAG_SECONDS
    "neo4j_url": None,  # of a server that holds the graph of one space; None: each process does
    "neo4j_user": "neo4j",
    "neo4j_password": None,  # None: the server asks for none
    "public_url": None,  # of the pages, as people reach them: for links in notifications
    "webhook_secret": None,  # signs webhooks; None: none is called
    "webhook_private": None,  # yes: webhooks in private networks may be called
    "smtp_url": None,  # of the server that takes e-mail; None: none is sent
    "smtp_from": None,  # the address that e-mail comes from
    "oidc": None,  # the file with the settings of the provider that people sign in with
    "oidc_issuer": None,  # these win over what it says
    "oidc_client_id": None,
    "oidc_client_secret": None,
    "oidc_groups_claim": None,
    "otel": None,  # 1: traces and metrics go where the OTEL_ variables say; None: nowhere
    "llm_is_local": None,  # yes: the model server is on this machine and may read personal text
}
# Never printed.
SECRETS = frozenset(
    {
        "embedder_api_key",
        "llm_api_key",
        "llm_cheap_api_key",
        "neo4j_password",
        "oidc_client_secret",
        "secret",
        "smtp_url",
        "token",
        "webhook_secret",
    }
)


class Setting(NamedTuple):
    """A value and where it came from."""

    value: str | None
    origin: str


class Settings(NamedTuple):
    url: Setting
    space: Setting
    preset: Setting
    sessions: Setting
    embedder: Setting
    embedder_base_url: Setting
    embedder_api_key: Setting
    llm_model: Setting
    llm_base_url: Setting
    llm_api_key: Setting
    llm_cheap_model: Setting
    llm_cheap_base_url: Setting
    llm_cheap_api_key: Setting
    token: Setting
    secret: Setting
    read_url: Setting
    read_lag_seconds: Setting
    neo4j_url: Setting
    neo4j_user: Setting
    neo4j_password: Setting
    public_url: Setting
    webhook_secret: Setting
    webhook_private: Setting
    smtp_url: Setting
    smtp_from: Setting
    oidc: Setting
    oidc_issuer: Setting
    oidc_client_id: Setting
    oidc_client_secret: Setting
    oidc_groups_claim: Setting
    otel: Setting
    llm_is_local: Setting


def read(environment: Mapping[str, str] | None = None, folder: Path | None = None) -> Settings:
    """The environment wins over the file, the file over the defaults.

    Each variable may also name a file: `REMEMBRANCER_SECRET_FILE` for `REMEMBRANCER_SECRET`.
    """
    if environment is None:  # each look into os.environ decodes, and there are some sixty
        environment = {name: told for name, told in os.environ.items() if name.startswith(PREFIX)}
    path = (folder or Path.cwd()) / FILE_NAME
    values = _file(path)
    settings: dict[str, Setting] = {}
    for name, default in DEFAULTS.items():
        variable = PREFIX + name.upper()
        if variable in environment:
            if variable + IN_FILE in environment:
                raise InvalidSettings(
                    f"{variable} and {variable}{IN_FILE} are both set. Leave one of them out.",
                    field=name,
                )
            settings[name] = Setting(environment[variable], f"environment {variable}")
        elif variable + IN_FILE in environment:
            file = Path(environment[variable + IN_FILE])
            told = read_secret(file, named_by=variable + IN_FILE)
            settings[name] = Setting(told, f"environment {variable}{IN_FILE}")
        elif name in values:
            settings[name] = Setting(values[name], str(path))
        else:
            settings[name] = Setting(default, "default")
    return Settings(**settings)


def read_secret(path: Path, *, named_by: str, field: str | None = None) -> str:
    """The first and only line of a file, without its end. What it holds is in no message."""
    try:
        text = path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise InvalidSettings(
            f"{named_by} names {path}, which cannot be read: {why}. Correct it.", field=field
        ) from None
    if not text or "\n" in text:
        raise InvalidSettings(
            f"{named_by} names {path}, which has to hold one line with the value.", field=field
        )
    return text


def _file(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidSettings(f"{path} cannot be read: {error}. Correct or remove it.") from error
    for name, value in values.items():
        if name not in DEFAULTS:
            raise InvalidSettings(
                f"{path}: there is no setting {name!r}. Known: {', '.join(DEFAULTS)}.", field=name
            )
        if not isinstance(value, str):
            raise InvalidSettings(f"{path}: {name} must be a text in quotes.", field=name)
    return values
