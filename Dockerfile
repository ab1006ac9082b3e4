# The umpire for a server: built with link-time optimisation, without the sandbox.
# Needs BuildKit: Docker 23 or newer, or DOCKER_BUILDKIT=1.
#
#   docker build -t umpire .
#   docker run --rm -v umpire:/data umpire new        (once: it makes the journal)
#   docker run -d --name umpire --restart unless-stopped --stop-timeout 15 -e DISCORD_TOKEN -v umpire:/data umpire
#
# Or with docs/compose.yaml. Backups are made into the volume once a day, and `docker ps` says whether it works.

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# What is downloaded and built stays for the next time: only what has changed is built again.
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --locked --profile dist --package umpire --no-default-features && cp target/dist/umpire /usr/local/bin/umpire

FROM debian:bookworm-slim
# Discord is reached with the system's certificates.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /data --create-home umpire
COPY --from=build /usr/local/bin/umpire /usr/local/bin/umpire
COPY config/umpire.toml /etc/umpire/umpire.toml
USER umpire
WORKDIR /data
VOLUME /data
ENV UMPIRE_DATABASE=/data/umpire.db UMPIRE_BACKUPS=/data/backups UMPIRE_METRICS=127.0.0.1:9185 UMPIRE_LOG_FORMAT=json
# The C library gives a picture's memory back as soon as it is drawn, instead of keeping ever larger blocks for the next.
ENV MALLOC_MMAP_THRESHOLD_=1048576
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["umpire", "--config", "/etc/umpire/umpire.toml", "health"]
# The umpire ends cleanly on either; docker sends SIGTERM.
STOPSIGNAL SIGTERM
ENTRYPOINT ["umpire", "--config", "/etc/umpire/umpire.toml"]
