# The server as an image: docker build -t remembrancer . (podman and buildah read it as well).
# It runs as nobody's user with a read-only root; what it keeps is in /data. See docs/install.md.
# `make ship` tries each step of it without an engine: scripts/try_container.py.
ARG PYTHON=3.13-slim-trixie

FROM python:${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
RUN python3 -m venv /opt/remembrancer
# First what changes seldom: only wheels, each known by its hash.
COPY requirements/container.txt requirements/
RUN /opt/remembrancer/bin/python -m pip install --quiet --require-hashes --only-binary :all: -r requirements/container.txt
COPY pyproject.toml LICENSE ./
COPY docs/package.md docs/
COPY src/ src/
RUN /opt/remembrancer/bin/python -m pip install --quiet --no-deps --no-build-isolation .
# What builds and installs stays behind.
RUN /opt/remembrancer/bin/python -m pip check \
    && /opt/remembrancer/bin/python -m pip uninstall --quiet --yes hatchling editables pip

FROM python:${PYTHON}
LABEL org.opencontainers.image.title="Remembrancer" \
      org.opencontainers.image.description="The memory that AI agents share and people govern" \
      org.opencontainers.image.version="0.2.0" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 remembrancer \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin remembrancer \
    && install --directory --owner 10001 --group 10001 --mode 0700 /data
COPY --from=build /opt/remembrancer /opt/remembrancer
ENV PATH=/opt/remembrancer/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    XDG_CACHE_HOME=/data/cache
# By number, so that Kubernetes sees that it is not root.
USER 10001:10001
# The store is remembrancer.db here, unless REMEMBRANCER_URL names another.
WORKDIR /data
VOLUME /data
EXPOSE 8765
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["rmb", "health"]
ENTRYPOINT ["rmb"]
CMD ["serve", "--host", "0.0.0.0"]
