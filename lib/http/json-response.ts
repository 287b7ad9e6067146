/** Returns a response with JSON text. Its Content-Length lets the server skip compression of small responses. */
export function jsonResponse(text: string, status: number, headers?: HeadersInit): Response {
  const body = Buffer.from(text);
  const response = new Response(body, { status, headers });
  response.headers.set("content-type", "application/json");
  response.headers.set("content-length", String(body.length));
  return response;
}
