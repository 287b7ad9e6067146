import "server-only";
import { trace, type Attributes, type Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type Span,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";

/** Returns a URL without its query, which may contain a code, a token or an email address. */
const withoutQuery = (text: string): string => text.replace(/[?#]\S*/g, "");

/**
 * Removes values from a span, so that only routes, methods, statuses and times remain. Error messages may quote values, so only error names
 * are exported.
 */
function withoutValues(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(span.attributes)) {
    if (/user_agent|client\.address|peer|exception\.(?:message|stacktrace)/.test(name)) continue;
    attributes[name] = typeof value === "string" ? withoutQuery(value) : value;
  }
  return Object.create(span, {
    name: { value: withoutQuery(span.name) },
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

class Redacting implements SpanProcessor {
  private readonly next: SpanProcessor;

  constructor(next: SpanProcessor) {
    this.next = next;
  }
  onStart = (span: Span, context: Context): void => this.next.onStart(span, context);
  onEnd = (span: ReadableSpan): void => this.next.onEnd(withoutValues(span));
  forceFlush = (): Promise<void> => this.next.forceFlush();
  shutdown = (): Promise<void> => this.next.shutdown();
}

/** Exports the spans that Next.js creates per request to an OpenTelemetry collector (OTLP over HTTP), without personal data. */
export function startTracing(endpoint: string): void {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: 5_000 });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "seedline" }),
    spanProcessors: [new Redacting(new BatchSpanProcessor(exporter, { scheduledDelayMillis: 2_000 }))],
  });
  // Next.js uses the global provider and manages the context itself.
  provider.register();
  trace.setGlobalTracerProvider(provider);
  process.once("seedline:drain" as "exit", () => void provider.shutdown().catch(() => undefined));
}
