"""Exports of chat servers, as DiscordChatExporter and Slack write them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any


def account(id: str, name: str, nickname: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "name": name,
        "discriminator": "0000",
        "nickname": nickname,
        "isBot": False,
        **more,
    }


MIA = account("201", "mia_l", "Mia")
TOM = account("202", "tom", "Tom Becker")
HELPER = account("203", "helper", isBot=True)


def said(id: str, author: dict[str, Any], content: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "type": "Default",
        "timestamp": f"2025-10-10T14:{int(id) % 60:02}:00.25+02:00",
        "timestampEdited": None,
        "content": content,
        "author": author,
        "attachments": [],
        "embeds": [],
        "mentions": [],
        **more,
    }


def discord(**changes: Any) -> dict[str, Any]:
    return {
        "guild": {"id": "1", "name": "Makers", "iconUrl": "…"},
        "channel": {"id": "77", "type": "GuildTextChat", "name": "general", "topic": None},
        "exportedAt": "2025-11-01T00:00:00+00:00",
        "messages": [
            said("1", MIA, "", type="GuildMemberJoin"),
            said("2", MIA, "I moved to Lisbon last week"),
            said("3", TOM, "Nice <@201>! See <#78> <:wave:9>", mentions=[MIA], type="Reply",
                 reference={"messageId": "2", "channelId": "77", "guildId": "1"}),
            said("4", TOM, "", attachments=[{"id": "9", "url": "u", "fileName": "plan.pdf"}]),
            said("5", MIA, "I work at Klarna", timestampEdited="2025-10-10T15:00:00+02:00"),
            said("6", HELPER, "Welcome back!"),
            said("7", TOM, "  "),
        ],
        "messageCount": 7,
        **changes,
    }  # fmt: skip


USERS: list[dict[str, Any]] = [
    {"id": "U1", "name": "dana", "real_name": "Dana Roth", "profile": {"display_name": "Dana"}},
    {"id": "U2", "name": "charlie", "profile": {"display_name": "", "real_name": "Charlie Wu"}},
    {"id": "U3", "name": "deploybot", "is_bot": True, "profile": {"real_name": "Deploys"}},
]


def wrote(time: str, user: str | None, text: str, **more: Any) -> dict[str, Any]:
    return {"type": "message", "ts": time, "user": user, "text": text, **more}


DAYS: dict[str, list[dict[str, Any]]] = {
    "general/2025-10-09.json": [
        wrote("1760000000.000100", "U1", "<@U1> has joined", subtype="channel_join"),
        wrote("1760000001.000100", "U1", "I'm a PM at Google &amp; like <https://x.io|tea>"),
        wrote("1760000002.000100", "U2", "Hi <@U1>, see <#C2|random> <!here>",
              thread_ts="1760000001.000100"),
        wrote("1760000003.000100", "U2", "Oops, wrong"),
    ],
    "general/2025-10-10.json": [
        wrote("1760090000.000100", None, "Deployed 1.4", subtype="bot_message", bot_id="B7",
              bot_profile={"name": "Deploys"}),
        wrote("1760090001.000100", "U2", "minutes", files=[{"name": "minutes.txt", "id": "F"}]),
        {"type": "message", "subtype": "message_deleted", "ts": "1760090002.000100",
         "deleted_ts": "1760000003.000100"},
        {"type": "message", "subtype": "message_changed", "ts": "1760090003.000100",
         "message": wrote("1760090001.000100", "U2", "The minutes",
                          files=[{"name": "minutes.txt"}],
                          edited={"ts": "1760090003.000000", "user": "U2"})},
    ],
    "D9/2025-10-10.json": [wrote("1760090005.000100", "U1", "Between us: I may leave Google")],
}  # fmt: skip


def slack_files(**changes: Any) -> dict[str, Any]:
    return {
        "users.json": USERS,
        "channels.json": [{"id": "C1", "name": "general", "members": ["U1", "U2"]}],
        "dms.json": [{"id": "D9", "members": ["U1", "U2"]}],
        **DAYS,
        **changes,
    }


def slack_folder(place: Path, contents: dict[str, Any] | None = None) -> Path:
    for name, value in (contents or slack_files()).items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return place


def slack_zip(place: Path, contents: dict[str, Any] | None = None, *, under: str = "") -> Path:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, value in (contents or slack_files()).items():
            packed.writestr(under + name, value if isinstance(value, str) else json.dumps(value))
    return place
