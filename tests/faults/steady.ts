import http from "node:http";

export interface Answer {
  status: number;
  ms: number;
  retryAfter: boolean;
}

/**
 * A fixed number of keep-alive connections, like those of a proxy. Cheaper than fetch, so that the load generator leaves CPU time to the
 * server.
 */
export class KeepAlivePool {
  private readonly agent: http.Agent;
  private busy = 0;

  private readonly base: string;
  private readonly connections: number;

  constructor(base: string, connections: number) {
    this.base = base;
    this.connections = connections;
    // FIFO, so that no connection idles until the server closes it.
    this.agent = new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });
  }

  /** Whether a connection is idle. */
  get isFree(): boolean {
    return this.busy < this.connections;
  }

  /** Opens all connections. */
  async open(): Promise<void> {
    await Promise.all(Array.from({ length: this.connections }, () => this.ask("GET", "/api/health")));
  }

  close(): void {
    this.agent.destroy();
  }

  /** Sends a request and reads the whole response. Status 0: there was none. */
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
