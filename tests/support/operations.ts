import http from "node:http";

/** Metrics, traces, readiness and the behaviour of a server at capacity (threat 43, 48; docs/operations). */
export const METRICS_TOKEN = "a-token-for-prometheus";

export const spans: string[] = [];

export const collector = http.createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    if (request.url === "/v1/traces") spans.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});

export const json = { "content-type": "application/json" };
