import { describe, expect, it } from "vitest";
import { alertAboutManyReads } from "@/lib/administration/read-alerts";
import { countReadsPerDay } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import { getUserForViewer, listUsers } from "@/lib/users/admin-queries";
import type { Viewer } from "@/lib/viewer";
import { buildUser } from "../../../../prisma/seed/builders";
import { times } from "../../../support/api";
import { ownInstallation } from "../../../support/installation";
import { viewerOf } from "../../../support/screening";

/** Threat 51, in a separate database because all super administrators are emailed. */
let reader: Viewer;
let supers: string[];
let users: string[];

const administrator = (n: number, isSuper: boolean) =>
  buildUser({ n, email: `admin${n}@seedline.example`, name: `Admin ${n}`, role: "admin", isSuper });

ownInstallation({ count: 0, env: { READS_ALERT_PER_DAY: "3" } }, async () => {
  supers = [await administrator(1, true), await administrator(2, true)];
  reader = viewerOf(await administrator(3, false));
  users = await Promise.all(
    [4, 5, 6, 7, 8].map((n) =>
      buildUser({ n, email: `user${n}@test.example`, name: `User ${n}`, role: "startup" }),
    ),
  );
});

const mails = () =>
  db.mailOutbox.findMany({
    where: { template: "manyReads" },
    select: { userId: true },
    orderBy: { userId: "asc" },
  });

describe("many reads on one day (threat 51)", () => {
  it("raise no alert up to the limit, and lists never do", async () => {
    for (const id of users.slice(0, 3)) await getUserForViewer(reader, id);
    await listUsers(reader, { page: 1, limit: 50 });
    await alertAboutManyReads();
    expect(await mails()).toEqual([]);
    expect(await countReadsPerDay(7)).toMatchObject([{ readerId: reader.userId, users: 3 }]);
  });

  it("send one mail a day to each super administrator, however many servers notice", async () => {
    await getUserForViewer(reader, users[3]!);
    await times(10, () => alertAboutManyReads());
    const once = supers.toSorted().map((userId) => ({ userId }));
    expect(await mails()).toEqual(once);
    await getUserForViewer(reader, users[4]!);
    await alertAboutManyReads();
    expect(await mails()).toEqual(once);
    const alerts = { where: { action: "reads.alerted", targetId: reader.userId } };
    expect(await db.auditEvent.count(alerts)).toBe(1);
  });
});
