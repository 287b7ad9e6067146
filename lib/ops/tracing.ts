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

/** An address up to its query: what follows may be a code, a token or somebody's address. */
const withoutQuery = (text: string): string => text.replace(/[?#]\S*/g, "");

/** What a span may tell: routes, methods, states and times. Errors quote values, so of them only the name leaves the server. */
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

/** Sends the spans that Next makes of each request to an OpenTelemetry collector (OTLP over HTTP), without personal data. */
export function startTracing(endpoint: string): void {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: 5_000 });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "seedline" }),
    spanProcessors: [new Redacting(new BatchSpanProcessor(exporter, { scheduledDelayMillis: 2_000 }))],
  });
  // Next asks the global provider and keeps the context itself.
  provider.register();
  trace.setGlobalTracerProvider(provider);
  process.once("seedline:drain" as "exit", () => void provider.shutdown().catch(() => undefined));
}
