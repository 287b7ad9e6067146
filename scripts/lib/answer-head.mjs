/** Takes what `writeHead` was given over into the response, so that all of its head can be read and changed before it is sent. */
export function takeHead(res, status, rest) {
  res.statusCode = status;
  const headers = rest.find((item) => item && typeof item === "object") ?? {};
  const pairs = Array.isArray(headers) ? inPairs(headers) : Object.entries(headers);
  for (const [name, value] of pairs) res.setHeader(name, value);
}

function* inPairs(flat) {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at], flat[at + 1]];
}
