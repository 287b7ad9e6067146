import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from "node:http";
import { createError } from "./error-responses.ts";

type HeadArgument = string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/** A response whose head can be inspected and changed just before it is sent (`http.createServer({ ServerResponse })`). */
export class SeedlineResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Replaces failures that are not JSON with the error envelope. */
  jsonErrorsOnly = false;
  #isReplaced: boolean | undefined;
  #hooks: (() => void)[] = [];

  /** Calls `hook` just before the head is sent. */
  beforeHead(hook: () => void): void {
    this.#hooks.push(hook);
  }

  #mustReplace(): boolean {
    const type = String(this.getHeader("content-type") ?? "");
    return (this.#isReplaced ??= this.jsonErrorsOnly && this.statusCode >= 400 && !/\bjson\b/i.test(type));
  }

  override writeHead(status: number, ...rest: HeadArgument[]): this {
    this.statusCode = status;
    const headers = rest.find((item) => typeof item === "object");
    if (Array.isArray(headers)) {
      for (let at = 0; at < headers.length; at += 2)
        this.setHeader(String(headers[at]), headers[at + 1] ?? "");
    } else {
      for (const [name, value] of Object.entries(headers ?? {}))
        if (value !== undefined) this.setHeader(name, value);
    }
    for (const hook of this.#hooks.splice(0)) hook();
    return this.#mustReplace() ? this : super.writeHead(this.statusCode);
  }

  override flushHeaders(): void {
    // Whether to replace an error response is decided when its body begins.
    if (!this.jsonErrorsOnly) super.flushHeaders();
  }

  override write(...args: unknown[]): boolean {
    if (!this.#mustReplace()) return super.write(...(args as Parameters<ServerResponse["write"]>));
    const done = args.find((item) => typeof item === "function");
    done?.();
    return true;
  }

  override end(...args: unknown[]): this {
    if (!this.#mustReplace()) return super.end(...(args as Parameters<ServerResponse["end"]>));
    for (const name of ["content-encoding", "transfer-encoding", "etag", "content-disposition"])
      this.removeHeader(name);
    const done = args.find((item) => typeof item === "function");
    if (done) this.once("finish", () => done());
    // Next.js's compression wraps this object's methods, so the base class's methods are used.
    const { body, headers } = createError(this.statusCode);
    super.writeHead(this.statusCode, headers);
    return super.end(this.req.method === "HEAD" ? undefined : body);
  }
}
