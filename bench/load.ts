import http from "node:http";

/** A request to make again and again. */
export interface Ask {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** One request over a kept connection. */
export function send(
  base: string,
  { path, method = "GET", headers = {}, body }: Ask,
  agent?: http.Agent,
): Promise<Answer> {
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

export interface Slice {
  seconds: number;
  /** Milliseconds of each request. */
  times: number[];
}

/**
 * A closed loop: so many connections, each of which asks again as soon as it was answered, for so many seconds. `next` gives the request of a
 * connection and `answered` may look at what came back. Anything but 200 ends the run: what is refused is quick, and would count as speed.
 */
export async function load(
  base: string,
  { connections, seconds }: { connections: number; seconds: number },
  next: (count: number, connection: number) => Ask,
  answered: (answer: Answer, connection: number) => void = () => undefined,
): Promise<Slice> {
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
