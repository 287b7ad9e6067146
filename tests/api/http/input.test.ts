import { readdir } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/endpoint";
import { isBackOffice } from "@/lib/rights";
import { sampleCompany } from "../../../prisma/seed/answers";
import { admin, answers, call, get, person, personalInvestor, post, urls } from "../../support/api";
import { stream } from "../../support/stream";

const fill = (template: string, id: string) => template.replace(/\{\w+\}/g, id);
const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

describe("every failure returns the envelope (threat 23, product 10.2)", () => {
  it("for bad JSON, wrong types, unknown paths and methods", async () => {
    const cases: [string, string, RequestInit, number][] = [
      ["POST", "/api/auth/login", { body: "{", headers: { "content-type": "application/json" } }, 400],
      ["POST", "/api/auth/login", { body: "[]", headers: { "content-type": "application/json" } }, 400],
      ["POST", "/api/auth/login", { body: "null", headers: { "content-type": "application/json" } }, 400],
      [
        "POST",
        "/api/auth/login",
        { body: new Uint8Array([0x7b, 0xff, 0xfe]), headers: { "content-type": "application/json" } },
        400,
      ],
      [
        "POST",
        "/api/auth/login",
        { body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
        415,
      ],
      ["POST", "/api/auth/login", {}, 422],
      ["DELETE", "/api/auth/login", {}, 405],
      ["GET", "/api/no/such/call", {}, 404],
      ["GET", "/api", {}, 404],
      ["PATCH", "/api/auth/nothing", {}, 404],
      ["GET", "/api/%ff", {}, 400],
      ["GET", `/api/files/${UNKNOWN_ID}`, {}, 401],
      ["GET", "/api/admin/users/not-an-id", {}, 401],
    ];
    for (const [method, url, init, status] of cases) {
      const response = await fetch(urls()[0] + url, { method, ...init });
      const body = (await response.json()) as { success: boolean; message: string; error: string };
      expect([url, response.status]).toEqual([url, status]);
      expect(body.success).toBe(false);
      expect(body.message.length).toBeGreaterThan(3);
      expect(body.error).toMatch(/^[A-Z_]+$/);
      if (status === 405) expect(response.headers.get("allow")).toBe("POST");
    }
  });

  it("for methods that the framework does not support", async () => {
    for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
      const answer = await raw(method, "/api/auth/me");
      expect([405, 501]).toContain(answer.status);
      expect((JSON.parse(answer.text) as { success: boolean }).success).toBe(false);
    }
  });

  it("for wrong types in any field of the forms, with 422 and never a 5xx", async () => {
    const [investor, company] = await Promise.all([
      person({ role: "investor", investorType: "personal" }),
      person({ role: "investor", investorType: "corporate" }),
    ]);
    const wrong: unknown[] = [null, 5, true, {}, [], ["Lagos"], { toString: 1 }, "\ud800", "x".repeat(5_000)];
    const individual = answers(1) as unknown as Record<string, unknown>;
    const corporate = sampleCompany(1) as unknown as Record<string, Record<string, unknown>>;
    const bodies: [string, string, unknown][] = wrong.flatMap((value) => [
      ...Object.keys(individual).map(
        (key) =>
          ["/api/verification", investor.token, { ...individual, [key]: value }] as [string, string, unknown],
      ),
      ...Object.keys(corporate).map(
        (key) =>
          ["/api/verification/corporate", company.token, { ...corporate, [key]: value }] as [
            string,
            string,
            unknown,
          ],
      ),
      ...Object.keys(corporate["company"]!).map(
        (key) =>
          [
            "/api/verification/corporate",
            company.token,
            { ...corporate, company: { ...corporate["company"], [key]: value } },
          ] as [string, string, unknown],
      ),
    ]);
    for (let i = 0; i < bodies.length; i += 25) {
      const statuses = await Promise.all(
        bodies.slice(i, i + 25).map(async ([url, token, body]) => (await post(url, body, token)).status),
      );
      // Optional fields accept null; all other values are rejected.
      for (const status of statuses) expect([200, 400, 422]).toContain(status);
    }
  });

  it("for invalid query values, and treats special characters of a search literally", async () => {
    const administrator = await admin();
    for (const query of [
      "limit=0",
      "limit=101",
      "limit=x",
      "page=0",
      "page=-1",
      "status=maybe",
      "role=god",
      `q=${"x".repeat(101)}`,
      "excludeAdmin=perhaps",
      "q=%00",
    ]) {
      const answer = await get(`/api/admin/users?${query}`, administrator.token);
      expect([query, answer.status]).toEqual([query, 422]);
    }
    for (const q of ["%", "_", "\\", "'", '"; DROP TABLE users; --', "\u0301"]) {
      const answer = await get(`/api/admin/users?limit=1&q=${encodeURIComponent(q)}`, administrator.token);
      expect(answer.status).toBe(200);
      expect(answer.body.pagination!.total).toBe(0);
    }
    expect((await get("/api/admin/users?page=9999", administrator.token)).body).toMatchObject({
      success: true,
      data: [],
    });
    expect((await get("/api/admin/users?role=admin", administrator.token)).status).toBe(403);
  });
});

describe("sizes (threat 24)", () => {
  it("rejects a JSON body over 64 KB while it is arriving", async () => {
    expect((await post("/api/auth/login", { email: "a".repeat(70_000) })).status).toBe(413);
    const streamed = await stream(urls()[0], "/api/auth/login", "application/json", 400 * 1024 * 1024);
    expect(streamed.status).toBe(413);
    expect(streamed.sent).toBeLessThan(8 * 1024 * 1024);
  });
});

/** Returns the status of a POST to a page that sends `bytes` and then stalls before the end of its body. */
function postPage(headers: http.OutgoingHttpHeaders, bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${urls()[0]}/profile`, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.on("error", reject);
    request.flushHeaders();
    if (bytes > 0) request.write(Buffer.alloc(bytes, "a"));
  });
}

describe("bodies that are deep or large (threat 66)", () => {
  it("nested ten thousand deep are rejected by every call that reads JSON", async () => {
    const body = `{"company":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const company = await person({ role: "investor", investorType: "corporate" });
    for (const [url, { token }] of [
      ["/api/verification", await personalInvestor()],
      ["/api/verification/corporate", company],
    ] as const)
      expect((await call("POST", url, { body, token })).status).toBe(400);
    const administrator = await admin(true);
    const calls = Object.values<Endpoint>(endpoints).filter(
      ({ method, multipart }) => method !== "GET" && !multipart,
    );
    for (const { method, path: url } of calls) {
      const { status } = await call(method, fill(url, UNKNOWN_ID), { body, token: administrator.token });
      expect([method, url, status < 500]).toEqual([method, url, true]);
    }
    // Brackets inside a string do not count as nesting.
    expect((await post("/api/auth/login", { email: '[{"'.repeat(100) })).status).toBe(422);
  });

  it("to a page are rejected beyond 64 KB, whatever they declare", async () => {
    const action = { "next-action": "a".repeat(42) };
    const form = { "content-type": "multipart/form-data; boundary=b", ...action };
    for (const headers of [action, form]) {
      expect(await postPage({ ...headers, "content-length": 400 * 1024 * 1024 }, 0)).toBe(413);
      expect(await postPage({ ...headers, "transfer-encoding": "chunked" }, 1024 * 1024)).toBe(413);
    }
  });
});

describe("the contract", () => {
  it("lists exactly the handlers under app/api", async () => {
    const files = await readdir("app/api", { recursive: true });
    const verbs = /(GET|POST|PUT|PATCH|DELETE): /g;
    const served = files
      .filter(
        (file) => file.endsWith("route.ts") && !file.includes("[[...") && !file.includes("[...nextauth]"),
      )
      .flatMap((file) => {
        const url = `/api/${path.dirname(file)}`.replace(/\[(\w+)\]/g, "{$1}");
        return [...readFileSync(path.join("app/api", file), "utf8").matchAll(verbs)].map(
          ([, verb]) => `${verb} ${url}`,
        );
      });
    const listed = Object.values<Endpoint>(endpoints).map(
      (endpoint) => `${endpoint.method} ${endpoint.path}`,
    );
    expect(served.sort()).toEqual(listed.sort());
    const document = (await (await fetch(`${urls()[0]}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(document.openapi).toBe("3.1.0");
    const documented = Object.entries(document.paths).flatMap(([url, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${url}`),
    );
    expect(documented.sort()).toEqual(listed.sort());
  });

  it("threat 17: rejects each protected call of visitors, members and plain administrators as declared", async () => {
    const member = await person();
    const plain = await admin();
    let cells = 0;
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const url = fill(endpoint.path, UNKNOWN_ID);
      const tell = async (token?: string) => (await call(endpoint.method, url, { token })).status;
      if (["user", "applicant"].includes(endpoint.auth) || isBackOffice(endpoint.auth))
        expect([url, await tell()]).toEqual([url, 401]);
      if (isBackOffice(endpoint.auth)) expect([url, await tell(member.token)]).toEqual([url, 403]);
      if (endpoint.auth === "super") expect([url, await tell(plain.token)]).toEqual([url, 403]);
      cells += 1;
    }
    expect(cells).toBe(Object.keys(endpoints).length);
  });
});

function raw(method: string, url: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(urls()[0] + url, { method }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    request.end();
  });
}
