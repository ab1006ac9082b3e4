# The umpire for a server: built with link-time optimisation, without the sandbox.
#
#   docker build -t umpire .
#   docker run --rm -v umpire:/data umpire new        (once: it makes the journal)
#   docker run -d --name umpire -e DISCORD_TOKEN -v umpire:/data umpire

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist --package umpire --no-default-features

FROM debian:bookworm-slim
# Discord is reached with the system's certificates.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /data --create-home umpire
COPY --from=build /src/target/dist/umpire /usr/local/bin/umpire
COPY config/umpire.toml /etc/umpire/umpire.toml
USER umpire
WORKDIR /data
VOLUME /data
ENV UMPIRE_DATABASE=/data/umpire.db UMPIRE_LOG_FORMAT=json
# The umpire ends cleanly on either; docker sends SIGTERM.
STOPSIGNAL SIGTERM
ENTRYPOINT ["umpire", "--config", "/etc/umpire/umpire.toml"]
