import type { NextConfig } from "next";
import { siteEnv } from "./lib/env";
import { contentSecurityPolicy } from "./lib/pages/csp";

const everywhere = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "strict-origin-when-cross-origin" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  {
    key: "permissions-policy",
    value:
      "geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
  },
  { key: "strict-transport-security", value: "max-age=31536000; includeSubDomains" },
];

const config: NextConfig = {
  // The standalone output is only for an image (deploy/assemble.ts): it omits files and packages that the pages do not need.
  ...(process.env["BUILD_STANDALONE"] ? { output: "standalone" } : {}),
  // `npm run types` checks the types of all files, including those of this build.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // No page uses next/image, so its endpoint is not served (threat 66).
  images: { unoptimized: true },
  experimental: {
    // Behind a proxy the Host header may differ from our public address.
    serverActions: { allowedOrigins: [new URL(siteEnv().APP_URL).host] },
    // server/main.ts loads all routes before the server starts listening.
    preloadEntriesOnStart: false,
    // Writing the cache takes longer than it saves: a build starts from a clean checkout.
    turbopackFileSystemCacheForBuild: false,
  },
  // Native and very large packages are not bundled.
  serverExternalPackages: [
    "@node-rs/argon2",
    "sharp",
    "pino",
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "uploadthing",
    "resend",
    "@cantoo/pdf-lib",
    "workerpool",
    "prom-client",
    "graphile-worker",
    "@opentelemetry/api",
    "@opentelemetry/sdk-trace-node",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
  ],
  headers: () =>
    Promise.resolve([
      { source: "/:path*", headers: everywhere },
      // These are the pages outside the middleware, which sets a policy with a nonce on its own pages.
      {
        source:
          "/((?!api/|_next/|(?:login|register|choose-profile|investor-type|corporate-verification|investor-verification|apply-for-funding|verification-success|dashboard|profile|admin)(?:/|$)).*)",
        headers: [{ key: "content-security-policy", value: contentSecurityPolicy() }],
      },
    ]),
};

export default config;
