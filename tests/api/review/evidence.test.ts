import { createHash } from "node:crypto";
import { cp, link, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Decrypter } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicKeyOf } from "@/lib/audit/head";
import { db } from "@/lib/db/client";
import packageJson from "../../../package.json" with { type: "json" };
import { root } from "../../../server/process";
import { admin, type SignedIn } from "../../support/api";
import { command } from "../../support/command";
import { decidedCase, folders, newFolder, packOf, unpack, verify, zipOf } from "../../support/evidence";
import { applicant } from "../../support/review";
import { unzip } from "../../support/unzip";
import { stack } from "../../support/stack";

/** The evidence pack of a decided case, and what its verifier says about changed ones (product 10.18). */
let user: SignedIn, chief: SignedIn;
let zip: Buffer;
let otherZip: Buffer;

beforeAll(async () => {
  ({ user, chief } = await decidedCase());
  zip = await packOf(user, chief);
  otherZip = await packOf(await applicant(), chief);
});
afterAll(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

const text = (name: string) => unzip(zip).get(name)!.toString();
const intact = () => ({
  code: 0,
  text: expect.stringMatching(
    new RegExp(
      `^Complete, unchanged and signed: 17 files, \\d+ rows of the audit log, about account ${user.id}, made at 2\\S+Z\\.$`,
    ),
  ) as string,
});

describe("the evidence pack", () => {
  it("holds the case with masked numbers, and its README lists every file", async () => {
    const files = unzip(zip);
    expect(text("timeline.json")).toContain("Compared with the passport");
    for (const name of ["screening.json", "duplicates.json"]) expect(text(name)).toBe("[]\n");
    expect(text("guardian.json")).toContain('"needed": false');
    expect(text("submissions.json")).toContain("Blurred photo");
    expect(text("submissions.json")).toMatch(/"ninNumber": "•{7}\d{4}"/);
    for (const name of ["parts.json", "timeline.json", "reads.json", "submissions.json"])
      expect(text(name)).toMatch(/(?:passport, BVN|photo, NIN) \u2022/);
    for (const [name, content] of files) {
      const ungrouped = content.toString("utf8").replace(/[\da-f-]{32,}/g, "").replace(/(?<=\d) (?=\d)/g, ""); // oxfmt-ignore
      expect([name, /\D\d{11}\D/.exec(ungrouped)]).toEqual([name, null]);
      expect(text("README.txt")).toMatch(new RegExp(`^${name.replaceAll(".", "\\.")} +\\S`, "m"));
    }
    const stored = await db.document.findMany({
      where: { submission: { userId: user.id } },
      include: { file: true },
    });
    for (const { file } of stored) expect(text("documents.json")).toContain(file.sha256);
    expect(files.has("documents.age")).toBe(false);
    const { data } = await db.auditEvent.findFirstOrThrow({
      where: { action: "evidence.exported", targetId: user.id },
    });
    expect(data).toMatchObject({ reason: "regulator_request", documents: false });
  });

  it("is complete and signed, as a ZIP and as a folder, according to the program in it", async () => {
    expect(await verify(zip)).toEqual(intact());
    expect(await verify(await unpack(zip))).toEqual(intact());
    expect(text("verify.mjs")).toBe(
      await readFile(path.join(root, "server/commands/evidence-verifier.mjs"), "utf8"),
    );
  });

  it("is verified by the Node.js that the README asks for; an earlier one says so", async () => {
    const asNode = (version: string) =>
      verify(zip, {
        node: [
          "--import",
          `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`,
        ],
      });
    expect(packageJson.engines.node).toBe(">=20.12");
    expect(text("README.txt")).toContain("Node.js 20.12 or later");
    expect(await asNode("20.12.0")).toEqual(intact());
    for (const version of ["20.11.1", "18.20.0"])
      expect(await asNode(version)).toEqual({
        code: 2,
        text: `This program needs Node.js 20.12 or later; this is ${version}. Nothing was verified.`,
      });
  });
});

describe("a folder is reported", () => {
  const other = async (name: string) => unzip(otherZip).get(name)!;
  it.each<[string, (folder: string) => Promise<unknown>, string]>([
    [
      "with an added file",
      (folder) => writeFile(path.join(folder, "letter.txt"), "Approved"),
      "letter.txt is not in the manifest: it was added or renamed",
    ],
    [
      "with a hidden file",
      (folder) => writeFile(path.join(folder, ".note"), ""),
      ".note is not in the manifest: it was added or renamed",
    ],
    [
      "with a file in a sub folder",
      async (folder) => {
        await mkdir(path.join(folder, "more"));
        await writeFile(path.join(folder, "more/account.json"), "{}");
      },
      "more is not a file",
    ],
    ["with an empty sub folder", (folder) => mkdir(path.join(folder, "more")), "more is not a file"],
    [
      "with a file that is a link to its content",
      async (folder) => {
        const elsewhere = path.join(await newFolder(), "account.json");
        await rename(path.join(folder, "account.json"), elsewhere);
        await symlink(elsewhere, path.join(folder, "account.json"));
      },
      "account.json is a link, not a file of the pack",
    ],
    [
      "with an added link",
      (folder) => symlink("account.json", path.join(folder, "account2.json")),
      "account2.json is a link, not a file of the pack",
    ],
    [
      "with a second name of a file",
      (folder) => link(path.join(folder, "account.json"), path.join(folder, "account2.json")),
      "account2.json is not in the manifest: it was added or renamed",
    ],
    [
      "with a name in another case",
      (folder) => rename(path.join(folder, "account.json"), path.join(folder, "Account.json")),
      "Account.json is not in the manifest: it was added or renamed",
    ],
    [
      "with a manifest in another case",
      (folder) => cp(path.join(folder, "manifest.json"), path.join(folder, "Manifest.json")),
      "Manifest.json is not in the manifest: it was added or renamed",
    ],
    [
      "with a renamed file",
      (folder) => rename(path.join(folder, "reads.json"), path.join(folder, "reads.txt")),
      "reads.txt is not in the manifest: it was added or renamed",
    ],
    ["without a file", (folder) => rm(path.join(folder, "reads.json")), "reads.json is missing"],
    ["without its README", (folder) => rm(path.join(folder, "README.txt")), "README.txt is missing"],
    ["without a manifest", (folder) => rm(path.join(folder, "manifest.json")), "manifest.json is missing"],
    [
      "without a signature",
      (folder) => rm(path.join(folder, "manifest.sig.json")),
      "manifest.sig.json is missing",
    ],
    [
      "with changed answers",
      async (folder) => {
        const file = path.join(folder, "submissions.json");
        await writeFile(file, (await readFile(file, "utf8")).replace("Blurred", "Perfect"));
      },
      "submissions.json was changed",
    ],
    [
      "with a removed row of the audit log",
      async (folder) => {
        const file = path.join(folder, "audit.jsonl");
        await writeFile(file, (await readFile(file, "utf8")).split("\n").slice(1).join("\n"));
      },
      "audit.jsonl was changed",
    ],
    [
      "with another program",
      (folder) => writeFile(path.join(folder, "verify.mjs"), "console.log('Complete')"),
      "verify.mjs was changed",
    ],
    [
      "with a changed manifest",
      async (folder) => {
        const file = path.join(folder, "manifest.json");
        await writeFile(file, (await readFile(file, "utf8")).replace("regulator_request", "own_audit"));
      },
      "manifest.json is not signed by this key",
    ],
    [
      "with the manifest of another account",
      async (folder) => writeFile(path.join(folder, "manifest.json"), await other("manifest.json")),
      "manifest.json is not signed by this key",
    ],
    [
      "with the signed manifest of another account",
      async (folder) => {
        for (const name of ["manifest.json", "manifest.sig.json"])
          await writeFile(path.join(folder, name), await other(name));
      },
      "account.json was changed",
    ],
  ])("%s", async (_, change, message) => {
    const folder = await unpack(zip);
    await change(folder);
    expect(await verify(folder)).toEqual({ code: 1, text: message });
  });

  it("with another key than the one given", async () => {
    expect(await verify(zip, { key: publicKeyOf(Buffer.alloc(32, 1)) })).toEqual({
      code: 1,
      text: "manifest.json is not signed by this key",
    });
  });

  it("as that of another account, if all of it was replaced", async () => {
    const { text: message } = await verify(otherZip);
    expect(message).not.toContain(user.id);
    expect(message).toMatch(/about account [\da-f-]{36}, made at /);
  });
});

describe("a ZIP is reported", () => {
  const entries = () => [...unzip(zip)];
  const forged = ["account.json", Buffer.from("{}")] as const;
  const damaged = (what: string) => `the ZIP is damaged or was changed: ${what}`;
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      "with a second entry of one name after the others",
      () => zipOf([...entries(), forged]),
      "the ZIP has two entries named account.json",
    ],
    [
      "with a second entry of one name before the others",
      () => zipOf([forged, ...entries()]),
      "the ZIP has two entries named account.json",
    ],
    [
      "with an equal second entry",
      () => zipOf([...entries(), entries()[1]!]),
      "the ZIP has two entries named account.json",
    ],
    [
      "with a name in another case",
      () => zipOf([...entries(), ["ACCOUNT.json", Buffer.from("{}")]]),
      "the ZIP has two entries named ACCOUNT.json",
    ],
    [
      "with an added file",
      () => zipOf([...entries(), ["letter.txt", Buffer.from("Approved")]]),
      "letter.txt is not in the manifest: it was added or renamed",
    ],
    [
      "with a file in a folder",
      () => zipOf([...entries(), ["more/account.json", Buffer.from("{}")]]),
      "more/account.json is not in the manifest: it was added or renamed",
    ],
    [
      "without a file",
      () => zipOf(entries().filter(([name]) => name !== "reads.json")),
      "reads.json is missing",
    ],
    [
      "with a changed file",
      () => zipOf(entries().map((entry) => (entry[0] === forged[0] ? forged : entry))),
      "account.json was changed",
    ],
    [
      "with fields that may give other names",
      () => zipOf(entries(), true),
      damaged("an entry has extra fields"),
    ],
    [
      "with bytes before its entries",
      () => Buffer.concat([Buffer.from("#!"), zip]),
      damaged("its directory has another size"),
    ],
    [
      "with bytes after its end",
      () => Buffer.concat([zip, Buffer.from("more")]),
      damaged("it does not end with its directory"),
    ],
    [
      "with another name in the entry than in the directory",
      () => {
        const changed = Buffer.from(zip);
        changed.write("Account.json", changed.indexOf("account.json"));
        return changed;
      },
      damaged("account.json has two descriptions"),
    ],
    [
      "with an entry that the directory does not list",
      async () => {
        // The entry of a longer ZIP remains, but not its line in the directory.
        const longer = await zipOf([...entries(), ["letter.txt", Buffer.from("Approved")]]);
        const line = longer.lastIndexOf("letter.txt") - 46;
        const end = Buffer.from(longer.subarray(longer.length - 22));
        end.writeUInt16LE(end.readUInt16LE(8) - 1, 8);
        end.writeUInt16LE(end.readUInt16LE(10) - 1, 10);
        end.writeUInt32LE(end.readUInt32LE(12) - 56, 12);
        return Buffer.concat([longer.subarray(0, line), end]);
      },
      damaged("it has more than its directory lists"),
    ],
    ["that is cut off", () => zip.subarray(0, -100), damaged("it does not end with its directory")],
  ])("%s", async (_, change, message) => {
    expect(await verify(await change())).toEqual({ code: 1, text: message });
  });
});

describe("the documents", () => {
  const keys = stack().env;
  let pack: string;
  beforeAll(async () => {
    pack = await unpack(await packOf(user, chief, { documents: true }));
  });
  const open = (args: string[], env: Record<string, string> = keys) => command("open-evidence", args, env);

  it("are in the pack on request, encrypted, and each is recorded as read", async () => {
    expect((await verify(pack)).text).toMatch(/^Complete, unchanged and signed: 18 files, /);
    const readme = await readFile(path.join(pack, "README.txt"), "utf8");
    expect(readme).toContain("age --decrypt documents.age | tar --extract --gzip --directory FOLDER");
    expect(readme).toMatch(/^documents\.age +\S/m);
    const documents = await db.document.findMany({
      where: { submission: { userId: user.id } },
      select: { fileId: true, name: true },
    });
    expect(documents.length).toBeGreaterThan(1);
    const reads = await db.auditEvent.findMany({
      where: { action: "document.viewed", targetId: user.id, actorId: chief.id },
    });
    expect(reads.map(({ data }) => (data as { fileId: string }).fileId).toSorted()).toEqual(
      documents.map(({ fileId }) => fileId).toSorted(),
    );
    for (const { name } of documents)
      expect(await readFile(path.join(pack, "reads.json"), "utf8")).toContain(`"document": "${name}"`);
  });

  it("are opened and compared with BACKUP_KEY, which the passphrase for a recipient does not reveal", async () => {
    const target = path.join(await newFolder(), "opened");
    const documents = JSON.parse(await readFile(path.join(pack, "documents.json"), "utf8")) as {
      path: string;
      sha256: string;
    }[];
    expect(await open([pack, "--to", target])).toEqual({
      code: 0,
      stdout: `Wrote ${documents.length} documents to ${target}. They are those in documents.json.\n`,
      stderr: "",
    });
    for (const { path: name, sha256 } of documents)
      expect(
        createHash("sha256")
          .update(await readFile(path.join(target, name)))
          .digest("hex"),
      ).toBe(sha256);
    const passphrase = (await open([pack, "--passphrase"])).stdout.trim();
    expect(passphrase).not.toBe(keys["BACKUP_KEY"]);
    const decrypt = async (folder: string) => {
      const decrypter = new Decrypter();
      decrypter.addPassphrase(passphrase);
      return decrypter.decrypt(await readFile(path.join(folder, "documents.age")));
    };
    // The content is a gzip file.
    expect([...(await decrypt(pack)).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    const later = await unpack(await packOf(user, await admin(true), { documents: true }));
    await expect(decrypt(later)).rejects.toThrow("no identity matched");
    expect(await open([pack, "--to", target])).toMatchObject({
      code: 1,
      stderr: `${target} is there already. Name a new folder.\n`,
    });
  });

  it("do not open with another key, changed, or in another pack", async () => {
    const target = path.join(await newFolder(), "opened");
    const other = { ...keys, BACKUP_KEY: Buffer.alloc(32, 5).toString("base64") };
    expect((await open([pack, "--to", target], other)).stderr).toBe(
      "The archive of documents does not open: BACKUP_KEY is another one, or the file is damaged.\n",
    );
    const copy = await newFolder();
    await cp(pack, copy, { recursive: true });
    const list = path.join(copy, "documents.json");
    await writeFile(list, (await readFile(list, "utf8")).replace(/"sha256": "\w/, '"sha256": "x'));
    expect((await open([copy, "--to", target])).stderr).toMatch(
      /^\S+ is not the document in documents\.json\.\n$/,
    );
    const file = path.join(copy, "documents.age");
    const bytes = await readFile(file);
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(file, bytes);
    expect((await open([copy, "--to", target])).stderr).toBe(
      "The archive of documents is damaged or cut off.\n",
    );
    await rm(file);
    expect((await open([copy, "--to", target])).stderr).toBe("This pack was made without its documents.\n");
    expect((await open([copy])).stderr).toContain("Usage: npm run evidence:open");
  });
});
