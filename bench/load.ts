import http from "node:http";

/** A request to repeat. */
export interface RequestSpec {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request over a keep-alive connection. */
export function send(
  base: string,
  { path, method = "GET", headers = {}, body }: RequestSpec,
  agent?: http.Agent,
): Promise<HttpResponse> {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = http.request(
      base + path,
      { method, agent, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

export interface LoadSample {
  seconds: number;
  /** Milliseconds per request. */
  times: number[];
}

/**
 * Runs a closed-loop load test: each connection sends its next request once the previous one has been answered. Responses other than 200
 * abort the run, because fast rejections would distort the throughput.
 */
export async function runClosedLoop(
  base: string,
  { connections, seconds }: { connections: number; seconds: number },
  next: (count: number, connection: number) => RequestSpec,
  answered: (answer: HttpResponse, connection: number) => void = () => undefined,
): Promise<LoadSample> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const began = performance.now();
  let count = 0;
  const connection = async (number: number) => {
    while (performance.now() - began < seconds * 1_000) {
      const ask = next((count += 1), number);
      const from = performance.now();
      const answer = await send(base, ask, agent);
      times.push(performance.now() - from);
      if (answer.status !== 200)
        throw new Error(
          `${ask.method ?? "GET"} ${base}${ask.path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`,
        );
      answered(answer, number);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => connection(number)));
  agent.destroy();
  return { seconds: (performance.now() - began) / 1_000, times };
}
