import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserDto } from "@/lib/users/dto";
import { admin, call, del, get, patch, urls } from "../../support/api";
import { applicant, decision } from "../../support/review";

describe("responses for foreign and for missing objects are equal (threat 17, 22, 29)", () => {
  const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

  it("for documents: only the owner and administrators can read them", async () => {
    const [owner, otherAdmin, administrator] = await Promise.all([applicant(), applicant(), admin()]);
    const me = (await get("/api/auth/me", owner.token)).body.data as UserDto;
    const file = me.verification.documents!.idDocument!;
    const read = (headers: Record<string, string>) => fetch(urls()[0] + file, { headers });
    const { size } = await db.file.findUniqueOrThrow({ where: { id: file.split("/").pop()! } });
    const pointers: Record<string, string>[] = [
      { authorization: `Bearer ${owner.token}` },
      { cookie: owner.cookies },
      { authorization: `Bearer ${administrator.token}` },
    ];
    for (const headers of pointers) {
      const response = await read(headers);
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(size);
    }
    const foreign = await call("GET", file, { token: otherAdmin.token });
    const missing = await call("GET", `/api/files/${UNKNOWN_ID}`, { token: otherAdmin.token });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await call("GET", file)).status).toBe(401);
    await call("POST", "/api/auth/logout", { headers: { cookie: owner.cookies } });
    expect((await read({ authorization: `Bearer ${owner.token}` })).status).toBe(401);
    expect((await read({ cookie: owner.cookies })).status).toBe(401);
  });

  it("threat 30: documents are sent with nosniff, no-store and a policy without scripts", async () => {
    const owner = await applicant();
    const me = (await get("/api/auth/me", owner.token)).body.data as UserDto;
    for (const [name, sandboxed] of [
      ["passportPhoto", true],
      ["idDocument", false],
    ] as const) {
      const { headers } = await fetch(urls()[0] + me.verification.documents![name]!, {
        headers: { cookie: owner.cookies },
      });
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toContain("no-store");
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
      expect(headers.get("content-security-policy")!.includes("sandbox")).toBe(sandboxed);
    }
  });

  it("administrators' accounts are invisible to plain administrators", async () => {
    const [plain, colleague, root] = await Promise.all([admin(), admin(), admin(true)]);
    const missing = await get(`/api/admin/users/${UNKNOWN_ID}`, plain.token);
    for (const id of [colleague.id, root.id]) {
      const seen = await get(`/api/admin/users/${id}`, plain.token);
      expect([seen.status, seen.body]).toEqual([404, missing.body]);
      expect((await del(`/api/admin/users/${id}`, plain.token)).status).toBe(404);
      expect((await patch(`/api/admin/users/${id}/role`, { role: "investor" }, plain.token)).status).toBe(
        404,
      );
      expect((await decision(id, { status: "rejected", rejectionReason: "no" }, plain.token)).status).toBe(
        404,
      );
    }
    const list = await get(`/api/admin/users?q=${encodeURIComponent(colleague.email)}`, plain.token);
    expect(list.body.pagination!.total).toBe(0);
    expect(
      (await get(`/api/admin/users?role=admin&q=${encodeURIComponent(colleague.email)}`, root.token)).body
        .pagination!.total,
    ).toBe(1);
  });
});
