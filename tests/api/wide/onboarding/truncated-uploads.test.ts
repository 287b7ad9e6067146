import { once } from "node:events";
import { readdir } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sampleCompany } from "../../../../prisma/seed/answers";
import { samplePhoto } from "../../../../prisma/seed/files";
import {
  admin,
  answers,
  documents,
  freshNumber,
  person,
  personalInvestor,
  post,
  until,
  urls,
  type SignedIn,
} from "../../../support/api";
import { companyDocuments } from "../../../support/company";
import { stack } from "../../../support/stack";

/** threat 23, 40: a form that ends too early, or whose client disconnects, is rejected, and none of it is stored. */
interface Upload {
  method: string;
  path: string;
  /** A separate user for each test: truncated uploads count against the hourly number of documents. */
  user: () => Promise<SignedIn>;
  form: () => Promise<FormData>;
}
const completeForm = async (): Promise<FormData> => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await samplePhoto(10))]), "a.jpg");
  return form;
};

async function userWithAnswers(user: SignedIn, path: string, body: object): Promise<SignedIn> {
  await post(path, body, user.token);
  return user;
}

const uploads: Record<string, Upload> = {
  "documents of an individual": {
    method: "POST",
    path: "/api/verification/documents",
    user: async () => userWithAnswers(await personalInvestor(), "/api/verification", answers(freshNumber())),
    form: documents,
  },
  "documents of a company": {
    method: "POST",
    path: "/api/verification/corporate/documents",
    user: async () =>
      userWithAnswers(
        await person({ role: "investor", investorType: "corporate" }),
        "/api/verification/corporate",
        sampleCompany(freshNumber()),
      ),
    form: () => companyDocuments(sampleCompany(1).signatories.length),
  },
  "a document of a draft": {
    method: "PUT",
    path: "/api/verification/draft/files/utilityBill",
    user: personalInvestor,
    form: completeForm,
  },
  "an image of the carousel": {
    method: "POST",
    path: "/api/uploads/carousel",
    user: () => admin(),
    form: completeForm,
  },
};

interface Encoded {
  type: string;
  bytes: Buffer;
  /** The positions of the cut: before, within and after each delimiter and each end of a part's header. */
  cuts: number[];
}

async function encode(form: FormData): Promise<Encoded> {
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get("content-type")!;
  const delimiter = Buffer.from(`--${/boundary=(.+)$/.exec(type)![1]!}`);
  const last = bytes.lastIndexOf(delimiter) + delimiter.length + 2;
  const cuts = new Set<number>([0, 1]);
  for (const mark of [delimiter, Buffer.from("\r\n\r\n")])
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1))
      for (const cut of [
        at - 2,
        at - 1,
        at,
        at + 1,
        at + mark.length - 1,
        at + mark.length,
        at + mark.length + 1,
      ])
        if (cut > 0 && cut < last) cuts.add(cut);
  return { type, bytes, cuts: [...cuts].sort((a, b) => a - b) };
}

const kept = (user: SignedIn) => db.file.count({ where: { ownerId: user.id, safeCopy: null } });
const received = async () =>
  (await readdir(path.join(stack().dataDir, "tmp")).catch(() => [])).filter(
    (name) => !name.startsWith("probe-"),
  );

describe.each([
  "documents of an individual",
  "documents of a company",
  "a document of a draft",
  "an image of the carousel",
])("%s, cut at every boundary", (name) => {
  it("ends too early: is rejected with the envelope, and nothing is stored", async () => {
    const { method, path: url, form, ...upload } = uploads[name]!;
    const user = await upload.user();
    const { type, bytes, cuts } = await encode(await form());
    expect(cuts.length).toBeGreaterThan(10);
    for (const cut of cuts) {
      const response = await fetch(urls()[0] + url, {
        method,
        headers: { authorization: `Bearer ${user.token}`, "content-type": type },
        body: new Uint8Array(bytes.subarray(0, cut)),
      });
      const body = (await response.json()) as { success: boolean; error: string };
      expect([cut, response.status]).toEqual([cut, expect.toBeOneOf([400, 422])]);
      expect(body.success).toBe(false);
    }
    expect(await kept(user)).toBe(0);
  });

  it("disconnects: nothing is stored, and no temporary file remains", async () => {
    const { method, path: url, form, ...upload } = uploads[name]!;
    const user = await upload.user();
    const { type, bytes, cuts } = await encode(await form());
    const { hostname, port } = new URL(urls()[0]);
    for (const cut of cuts) {
      const socket = net.connect(Number(port), hostname);
      socket.on("error", () => undefined);
      await once(socket, "connect");
      const head = [
        `${method} ${url} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `Authorization: Bearer ${user.token}`,
      ];
      socket.write(
        [...head, `Content-Type: ${type}`, `Content-Length: ${bytes.length}`, "", ""].join("\r\n"),
      );
      socket.write(bytes.subarray(0, cut), () => socket.destroy());
      await once(socket, "close");
    }
    await until(async () => (await received()).length === 0, "received parts to go");
    expect(await kept(user)).toBe(0);
    // The complete form is accepted.
    const response = await fetch(urls()[0] + url, {
      method,
      headers: { authorization: `Bearer ${user.token}`, "content-type": type },
      body: new Uint8Array(bytes),
    });
    expect([200, 201]).toContain(response.status);
  });
});
