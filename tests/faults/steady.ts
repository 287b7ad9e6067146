import http from "node:http";

export interface Answer {
  status: number;
  ms: number;
  retryAfter: boolean;
}

/**
 * A number of connections that stay open, as a proxy keeps them to the servers behind it. Cheaper than fetch, so that whoever asks takes little from who answers on the same machine.
 */
export class KeepAlivePool {
  private readonly agent: http.Agent;
  private busy = 0;

  private readonly base: string;
  private readonly connections: number;

  constructor(base: string, connections: number) {
    this.base = base;
    this.connections = connections;
    // In turn, so that none stays idle until the server ends it.
    this.agent = new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });
  }

  /** Is there one that nobody uses just now? */
  get isFree(): boolean {
    return this.busy < this.connections;
  }

  /** Opens all of them. */
  async open(): Promise<void> {
    await Promise.all(Array.from({ length: this.connections }, () => this.ask("GET", "/api/health")));
  }

  close(): void {
    this.agent.destroy();
  }

  /** Makes a call and reads its answer to the end. Status 0: there was none. */
  ask(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
    const began = performance.now();
    const payload = body && JSON.stringify(body);
    this.busy += 1;
    return new Promise<Answer>((resolve) => {
      const done = (status: number, retryAfter = false) =>
        resolve({ status, ms: performance.now() - began, retryAfter });
      const request = http.request(
        this.base + path,
        {
          method,
          agent: this.agent,
          headers: {
            ...headers,
            ...(payload
              ? { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) }
              : {}),
          },
        },
        (response) => {
          response.resume();
          response.once("close", () =>
            done(response.complete ? response.statusCode! : 0, "retry-after" in response.headers),
          );
        },
      );
      request.once("error", () => done(0));
      request.end(payload);
    }).finally(() => (this.busy -= 1));
  }
}
