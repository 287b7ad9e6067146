import { NextResponse } from "next/server";

// A bare middleware on a page of its own, with a nonce, which every guarded page needs.
export function middleware(request) {
  const headers = new Headers(request.headers);
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  headers.set("content-security-policy", `script-src 'nonce-${nonce}'`);
  return NextResponse.next({ request: { headers } });
}

export const config = { runtime: "nodejs", matcher: ["/guarded"] };
