"""The people and programs that the tests act as."""

from __future__ import annotations

from remembrancer import Principal

ADA = Principal("ada@northgate.example", roles=["ADMIN"])
KARIN = Principal("karin@northgate.example", roles=["KM_ADMIN"])
ANNA = Principal("anna@northgate.example", roles=["CONTRIBUTOR"], groups=["finance"])
BERT = Principal("bert@northgate.example", roles=["CONTRIBUTOR"], groups=["sales"])
CARL = Principal("carl@northgate.example", roles=["CONTRIBUTOR"])
BOT = Principal("bot", kind="agent")
COLLECTOR = Principal("collector", kind="service")

EVERYONE = (ADA, KARIN, ANNA, BERT, CARL, BOT, COLLECTOR)
