# Image of Parley: docs/install.md, "Container image". `npm run image` builds the same image without an engine, and reads the
# configuration of the last stage from this file.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && node scripts/build-image.ts --app /opt/parley

FROM debian:bookworm-slim
RUN echo 'parley:x:10001:10001:Parley:/var/lib/parley:/bin/sh' >> /etc/passwd \
 && echo 'parley:x:10001:' >> /etc/group \
 && install -d -m 700 -o 10001 -g 10001 /var/lib/parley
COPY --from=build /opt/parley /opt/parley
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Parley"
LABEL org.opencontainers.image.description="Self-hosted voice and messaging agents"
LABEL org.opencontainers.image.licenses="Apache-2.0"
LABEL org.opencontainers.image.version="$VERSION"
LABEL org.opencontainers.image.revision="$REVISION"
ENV PATH="/opt/parley/container:/usr/local/bin:/usr/bin:/bin"
ENV NODE_COMPILE_CACHE="/tmp/parley-compile-cache"
ENV PARLEY_DATA_DIR="/var/lib/parley"
WORKDIR /var/lib/parley
USER 10001:10001
VOLUME ["/var/lib/parley"]
# RTP uses PARLEY_RTP_PORTS, 10000-20000/udp by default. It needs the network of the host.
EXPOSE 3000/tcp
EXPOSE 5060/tcp
EXPOSE 5060/udp
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["parley", "ready"]
ENTRYPOINT ["parley"]
CMD ["serve"]
