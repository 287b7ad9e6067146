import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleCompany } from "../../../../prisma/seed/answers";
import { answers, documents, freshNumber, person, post, until, type SignedIn } from "../../../support/api";
import { companyDocuments, largePdf } from "../../../support/company";
import { measureRssGrowth } from "../../../support/process-memory";
import { serverBeside } from "../../../support/installation";
import { stream, writeThenRead } from "../../../support/stream";
import { stack } from "../../../support/stack";

/** The memory used by large requests (threat 24, 25), on a separate server. */
const server = serverBeside();

const send = (user: SignedIn, url: string, form: FormData) =>
  fetch(server.url + url, {
    method: "POST",
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  }).then((response) => response.status);

beforeAll(async () => {
  // Lazily loaded modules must not be measured.
  const user = await person({ role: "investor", investorType: "personal" });
  await post("/api/verification", answers(freshNumber()), user.token);
  expect(await send(user, "/api/verification/documents", await documents())).toBe(200);
});

describe("large requests", () => {
  it("threat 24: 400 MB of chunked upload are rejected and not held in memory", async () => {
    const user = await person({ role: "investor", investorType: "personal" });
    await post("/api/verification", answers(freshNumber()), user.token);
    const { result, mb } = await measureRssGrowth(server.pid, () =>
      stream(
        server.url,
        "/api/verification/documents",
        "multipart/form-data; boundary=b",
        400 * 1024 * 1024,
        user,
      ),
    );
    expect(result.status).toBe(413);
    expect(result.sent).toBeLessThan(64 * 1024 * 1024);
    expect(mb).toBeLessThan(50);
  });

  it("threat 25: ten documents of 5 MB in one request are accepted and processed one at a time", async () => {
    const user = await person({ role: "investor", investorType: "corporate" });
    await post("/api/verification/corporate", sampleCompany(freshNumber(), 6), user.token);
    const bytes = await largePdf(5 * 1024 * 1024);
    expect(bytes.length).toBe(5 * 1024 * 1024);
    const large = { bytes, name: "large.pdf" };
    const named = ["certificateOfIncorporation", "memorandumAndArticles", "utilityBill", "tinCertificate"];
    const signatories = Array.from({ length: 6 }, (_, i) => `signatories[${i}][idDocument]`);
    const form = await companyDocuments(
      6,
      Object.fromEntries([...named, ...signatories].map((field) => [field, large])),
    );
    const { result, mb } = await measureRssGrowth(server.pid, () =>
      send(user, "/api/verification/corporate/documents", form),
    );
    expect(result).toBe(200);
    // The ten documents are 50 MB, and each is read whole and parsed; held at once they would need several times that.
    expect(mb).toBeLessThan(150);
  });

  it("reject a file over 5 MB after reading the form, without holding it in memory", async () => {
    const user = await person({ role: "investor", investorType: "corporate" });
    await post("/api/verification/corporate", sampleCompany(freshNumber(), 6), user.token);
    const form = new FormData();
    form.append("utilityBill", new Blob([Buffer.alloc(6 * 1024 * 1024, 0x61)]), "bill.pdf");
    form.append("certificateOfIncorporation", new Blob([Buffer.alloc(40 * 1024 * 1024, 0x61)]), "rest.pdf");
    const { result, mb } = await measureRssGrowth(server.pid, () =>
      writeThenRead(server.url, "/api/verification/corporate/documents", form, user),
    );
    expect(result.status).toBe(413);
    expect(result.body).toContain('"Max file size is 5MB"');
    expect(result.body).toContain('"path":"utilityBill"');
    expect(mb).toBeLessThan(50);
  });

  it("leave no temporary files", async () => {
    // Uploads of other tests create and delete files here; a leaked file would never be deleted.
    const folder = path.join(stack().dataDir, "tmp");
    await until(() => Promise.resolve(readdirSync(folder).length === 0), "an empty folder");
  });
});
