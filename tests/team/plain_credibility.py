"""Credibility computed plainly, as the seed writes it down, to compare with."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.team.track_record.credibility_port import CredibilityPoint


def score(points: Sequence[CredibilityPoint], half_life_days: float) -> dict[str, float]:
    in_order = sorted(points, key=lambda one: one.decided_at)
    right = [one.correctness for one in in_order]
    last = right[-10:]
    newest = in_order[-1].decided_at
    weights = []
    for one in in_order:
        days = (newest - one.decided_at).total_seconds() / 86_400
        weights.append(2 ** (-days / half_life_days))
    history = sum(right) / len(right)
    recent = sum(last) / len(last)
    weighted = sum(w * r for w, r in zip(weights, right, strict=True)) / sum(weights)
    quality = sum(one.evidence_quality for one in in_order) / len(in_order)
    return {
        "overall_score": 0.4 * history + 0.3 * recent + 0.2 * weighted + 0.1 * quality,
        "recent_accuracy": recent,
        "time_weighted_score": weighted,
        "historical_accuracy": history,
        "evidence_quality": quality,
    }
