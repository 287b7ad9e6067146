import { describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { db } from "@/lib/db/client";
import { admin, call, get, personalInvestor, put, submit, urls } from "../../../support/api";
import { planted, submitWith } from "../../../support/privacy";

describe("responses (threat 35)", () => {
  it("mask numbers in every call that reads, for every user, except in the owner's data export", async () => {
    const [user, otherUser] = [await personalInvestor(), await personalInvestor()];
    const numbers = planted();
    await submitWith(user, numbers);
    await put("/api/verification/draft", { values: numbers }, user.token);
    const readers = [undefined, user, otherUser, await admin(), await admin(true)];
    const reading = Object.values(endpoints).filter(
      ({ method, path }) =>
        method === "GET" && path !== "/api/auth/logout" && path !== "/api/admin/cases/events",
    );
    expect(reading.length).toBeGreaterThan(12);
    const file = await db.file.findFirstOrThrow({ where: { ownerId: user.id } });
    const pages = [
      "/profile",
      "/dashboard/documents",
      "/investor-verification",
      `/admin/verification/${user.id}`,
    ];
    for (const reader of readers)
      for (const path of [...reading.map(({ path }) => path), ...pages]) {
        const place = path.replace("{userId}", user.id).replace("{id}", file.id);
        const response = await fetch(
          `${urls()[0]}${place}${path === "/api/admin/users" ? "?limit=100" : ""}`,
          {
            redirect: "manual",
            headers: reader ? { authorization: `Bearer ${reader.token}`, cookie: reader.cookies } : {},
          },
        );
        const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
        for (const number of Object.values(numbers))
          expect([place, text.includes(number)]).toEqual([place, false]);
      }
  });

  it("contain the reviewer's name for super administrators only", async () => {
    const user = await personalInvestor();
    await submit(user);
    const [plain, root] = await Promise.all([admin(), admin(true)]);
    await call("PATCH", `/api/admin/users/${user.id}/verification-status`, {
      token: plain.token,
      body: { status: "approved" },
    });
    const seenBy = async (token: string) =>
      (await get(`/api/admin/users/${user.id}`, token)).body.data as {
        verification: { reviewedBy: unknown; reviewedAt: unknown };
      };
    expect((await seenBy(plain.token)).verification).toMatchObject({ reviewedBy: null, reviewedAt: null });
    expect((await seenBy(root.token)).verification).toMatchObject({ reviewedBy: { _id: plain.id } });
  });
});
