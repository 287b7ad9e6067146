# syntax=docker/dockerfile:1

# --- build stage, with the development packages --------------------
FROM node:24-bookworm-slim AS build
WORKDIR /src
ENV NEXT_TELEMETRY_DISABLED=1

COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund

COPY . .
# These variables are built into the pages, so an image is specific to one address. None is a secret.
ARG APP_URL=http://localhost:3000
ARG BRAND_NAME BRAND_LICENCE_LINE BRAND_SUPPORT_EMAIL BRAND_SUPPORT_PHONE BRAND_LEGAL_NAME BRAND_ADDRESS BRAND_RC_NUMBER BRAND_DATA_PROTECTION_EMAIL BRAND_TERMS_DATE
ARG RETENTION_REJECTED_DAYS RETENTION_DRAFT_DAYS RETENTION_KYC_YEARS RETENTION_PAYMENT_YEARS
RUN node deploy/assemble.ts /app

# --- the image: Node, the built product and its packages ---
FROM node:24-bookworm-slim
WORKDIR /app
# jemalloc returns memory after uploads; the C library's allocator uses about a third more (docs/operations/deployment.md).
RUN apt-get update && apt-get install --yes --no-install-recommends libjemalloc2 && rm -rf /var/lib/apt/lists/*
ENV LD_PRELOAD=libjemalloc.so.2
COPY --from=build /app ./
# Uploads, email without Resend, signed audit heads. This is the only writable folder; the program is owned by root.
RUN install -d -o node -g node /data
USER node
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# `docker stop` drains; give it 30 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./configuration.mjs", "server/main.ts"]
