import http from "node:http";
import type { SignedIn } from "./api";

/** Sends up to `bytes` without a length, and stops when the answer comes. */
export function stream(
  base: string,
  url: string,
  type: string,
  bytes: number,
  who?: SignedIn,
): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = false;
    const request = http.request(
      base + url,
      {
        method: "POST",
        headers: { "content-type": type, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
      },
      (response) => {
        answered = true;
        response.resume();
        response.on("end", () => resolve({ status: response.statusCode ?? 0, sent }));
        response.on("error", () => resolve({ status: response.statusCode ?? 0, sent }));
      },
    );
    request.on("error", (error) => (answered ? undefined : reject(error)));
    if (type.startsWith("multipart")) {
      request.write('--b\r\ncontent-disposition: form-data; name="utilityBill"; filename="a.pdf"\r\n\r\n');
    }
    const chunk = Buffer.alloc(64 * 1024, 0x61);
    const push = () => {
      while (!answered && sent < bytes && !request.destroyed) {
        sent += chunk.length;
        if (!request.write(chunk)) {
          request.once("drain", push);
          return;
        }
      }
      if (!answered) request.end();
    };
    push();
  });
}
