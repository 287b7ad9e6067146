import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { userFilter } from "@/lib/users/admin-schema";
import { exportUsers } from "@/lib/users/export";
import { buildUser } from "../../../../prisma/seed/builders";
import { ownInstallation } from "../../../support/installation";
import { viewerOf } from "../../../support/screening";

/** More users than are read ahead, in a separate database. */
const USERS = 5_000;

ownInstallation({ count: 0 }, async () => {
  const names = Array.from({ length: USERS }, (_, i) => ({
    name: "Bulk",
    email: `bulk${i}@test.example`,
    phone: "",
  }));
  await db.user.createMany({ data: names });
});

it("an export of users breaks off when the session ends (threat 57)", async () => {
  const id = await buildUser({ n: 1, email: "reader@seedline.example", name: "Rita", role: "admin" });
  await db.session.create({ data: { id, userId: id } });
  const read = async () => {
    let text = "";
    const stream = await exportUsers(viewerOf(id), userFilter.parse({}));
    for await (const chunk of stream) {
      if (text === "")
        await db.session.update({ where: { id }, data: { endedAt: new Date(), endReason: "revoked" } });
      text += Buffer.from(chunk).toString();
    }
    return text;
  };
  await expect(read()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await db.session.update({ where: { id }, data: { endedAt: null, endReason: null } });
  const whole = await new Response(await exportUsers(viewerOf(id), userFilter.parse({}))).text();
  expect(whole.split("\r\n")).toHaveLength(USERS + 2);
});
