"""Templates: templates filled in. Every stored text is escaped there, without exception."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from remembrancer import __version__
from remembrancer.core.grounds import ground_words
from remembrancer.doors.web import desk_chart, what_if_chart, wording
from remembrancer.doors.web.assets import Assets
from remembrancer.doors.web.charts import decay_curve, lane_line, neighbour_graph
from remembrancer.doors.web.graph_picture import graph_picture, narrow_picture
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.doors.web.pictures import freshness
from remembrancer.doors.web.policy_chart import policy_chart
from remembrancer.team.debates.precedent import spoken, titled


class Templates:
    """The templates of the package."""

    def __init__(self, assets: Assets) -> None:
        self._templates = Environment(
            loader=PackageLoader("remembrancer.doors.web"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=wording.shown,
        )
        self._templates.globals.update(
            asset=assets.url,
            version=__version__,
            has_title=wording.has_title,
            freshness=freshness,
            decay_curve=decay_curve,
            lane_line=lane_line,
            neighbour_graph=neighbour_graph,
            graph_picture=graph_picture,
            narrow_picture=narrow_picture,
            policy_chart=policy_chart,
            drawn=what_if_chart,
            desk_drawn=desk_chart,
        )
        self._templates.filters.update(
            act=wording.act,
            agent=titled,
            ground=ground_words,
            ago=wording.ago,
            as_stored=wording.as_stored,
            day=wording.day,
            figure=what_if_chart.figure,
            in_words=wording.in_words,
            moment=wording.moment,
            short=wording.short,
            span=wording.span,
            spoken=spoken,
            sure=wording.sure,
            percent=wording.percent,
            path=wording.in_a_path,
            words=wording.words,
        )

    def rendered(
        self, made: PageView, visit: Visit, *, form_key: str, told: str | None, address: str
    ) -> str:
        """A page as this visitor sees it."""
        return self._templates.get_template(made.template).render(
            **made.values,
            visit=visit,
            me=visit.session.principal,
            space=visit.session.space,
            now=visit.now,
            form_key=form_key,
            told=told,
            address=address,
        )

    def plain(self, template: str, **values: Any) -> str:
        """A page for somebody who is not known yet."""
        return self._templates.get_template(template).render(**values)
