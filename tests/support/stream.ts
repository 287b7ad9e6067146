import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import type { SignedIn } from "./api";

/** Sends up to `bytes` without a content length, and stops when the response arrives. */
export function stream(
  base: string,
  url: string,
  type: string,
  bytes: number,
  user?: SignedIn,
): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = false;
    const request = http.request(
      base + url,
      {
        method: "POST",
        headers: { "content-type": type, ...(user ? { authorization: `Bearer ${user.token}` } : {}) },
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

/** Sends the whole request before reading; returns the status and the body. */
export async function writeThenRead(
  base: string,
  url: string,
  form: FormData,
  user: SignedIn,
): Promise<{ status: number; body: string }> {
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const { hostname, port } = new URL(base);
  const socket = net.connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    `POST ${url} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    "connection: close",
    `authorization: Bearer ${user.token}`,
    `content-type: ${encoded.headers.get("content-type")}`,
    `content-length: ${bytes.length}`,
  ];
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(head.join("\r\n") + "\r\n\r\n");
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  const received: Buffer[] = [];
  for await (const chunk of socket) received.push(chunk as Buffer);
  const answer = Buffer.concat(received).toString();
  return { status: Number(answer.split(" ")[1]), body: answer.slice(answer.indexOf("\r\n\r\n") + 4) };
}
