import { describe, expect, it } from "vitest";
import { listReadsOf } from "@/lib/audit/reads";
import { db } from "@/lib/db/client";
import { admin, answers, freshNumber, person, urls } from "../../../support/api";

describe("the export of users (threat 51)", () => {
  const download = async (query: string, token: string) =>
    fetch(`${urls()[0]}/api/admin/users/export?${query}`, { headers: { authorization: `Bearer ${token}` } });

  it("is the filtered list as masked CSV without formulas, and is recorded", async () => {
    const administrator = await admin();
    const n = freshNumber();
    const mark = `export${n}`;
    const account = await person({
      role: "investor",
      investorType: "personal",
      verification: "pending",
      label: mark,
      n,
    });
    await person({ role: "startup", label: mark });
    await db.user.update({
      where: { id: account.id },
      data: { name: '=HYPERLINK("http://x.example","Ada")' },
    });

    const response = await download(`q=${mark}&onlySubmitted=true`, administrator.token);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="users-[\d-]+\.csv"$/);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    const { ninNumber, bvnNumber, accountNumber } = answers(n);
    expect(text.split("\r\n")).toEqual([
      '\uFEFF"Full name","Company","Email address","Phone number","Role","Investor type","Verification status","Submitted at (UTC)","Joined at (UTC)","NIN (masked)","BVN (masked)","Account number (masked)"',
      expect.stringMatching(/^"'=HYPERLINK\(""http:\/\/x\.example"",""Ada""\)",/),
      "",
    ]);
    for (const number of [ninNumber, bvnNumber, accountNumber]) {
      expect(text).not.toContain(number);
      expect(text).toContain(`•${number.slice(-4)}`);
    }
    const written = await db.auditEvent.findFirst({
      where: { actorId: administrator.id, action: "users.exported" },
    });
    expect(written?.data).toMatchObject({ onlySubmitted: true, searched: true });
    expect(JSON.stringify(written?.data)).not.toContain(mark);
    // Threat 51: the applicant sees it.
    expect(await listReadsOf(account.id)).toMatchObject([
      { readerId: administrator.id, what: { part: "export" } },
    ]);
  });

  it("says who has submitted nothing, instead of calling them pending", async () => {
    const mark = `blank${freshNumber()}`;
    await person({ role: "startup", label: mark });
    await person({ role: "startup", verification: "pending", label: mark });
    const text = await (await download(`q=${mark}`, (await admin()).token)).text();
    const states = text.split("\r\n").flatMap((line) => /"(pending|not submitted)"/.exec(line)?.[1] ?? []);
    expect(states.toSorted()).toEqual(["not submitted", "pending"]);
  });

  it("rejects administrators' accounts for a plain administrator, and an invalid filter", async () => {
    const administrator = await admin();
    expect((await download("role=admin", administrator.token)).status).toBe(403);
    expect((await download("status=draft", administrator.token)).status).toBe(422);
    const text = await (await download("", administrator.token)).text();
    const administrators = await db.user.findMany({ where: { role: "admin" } });
    expect(administrators.map(({ email }) => email)).toContain(administrator.email);
    expect(administrators.filter(({ email }) => text.includes(`"${email}"`))).toEqual([]);
  });

  it("is rate-limited per administrator", async () => {
    const [busy, otherAdmin] = await Promise.all([admin(), admin()]);
    const seen: number[] = [];
    // A HEAD request does not consume the limit.
    const head = await fetch(`${urls()[0]}/api/admin/users/export`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${busy.token}` },
    });
    expect(head.status).toBe(200);
    for (let turn = 0; turn < 31; turn += 1) {
      const response = await download("q=nobody-has-this-name", busy.token);
      await response.arrayBuffer();
      seen.push(response.status);
    }
    expect(seen.slice(0, 30)).toEqual(Array(30).fill(200));
    expect(seen[30]).toBe(429);
    expect((await download("q=nobody-has-this-name", otherAdmin.token)).status).toBe(200);
  });
});
