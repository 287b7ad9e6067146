/** Runs once at startup: checks the configuration, and starts the background jobs and the decoder processes. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startJobs } = await import("@/lib/jobs/worker");
  startJobs();
  const { startDecoders } = await import("@/lib/files/decoder");
  startDecoders();
  const { env } = await import("@/lib/env");
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const { startTracing } = await import("@/lib/ops/tracing");
  startTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT);
}
