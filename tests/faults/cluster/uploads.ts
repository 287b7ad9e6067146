import { readdirSync } from "node:fs";
import { sampleCompany } from "../../../prisma/seed/answers";
import { companyDocuments, largePdf } from "../../support/company";
import { stream } from "../../support/stream";
import { ask, tokenOf } from "../client";
import { ms } from "../load";
import type { Proof } from "./cluster";

const FILE = 5 * 1024 * 1024;
const SIGNATORIES = 6;
const BOUNDLESS = 400 * 1024 * 1024;

/** 50 MB are accepted, 400 MB are rejected while they arrive, and the proxy buffers neither on its disk. */
export const uploads: Proof = async ({ url, world, nginx }) => {
  const [company] = await world.people(1, "uploads", "investor");
  const token = await tokenOf(url, company!.email);
  await ask(url, "PUT", "/api/auth/setInvestorType", { token, body: { type: "corporate" } });
  await ask(url, "POST", "/api/verification/corporate", { token, body: sampleCompany(1, SIGNATORIES) });
  const large = { bytes: await largePdf(FILE), name: "large.pdf" };
  const fields = [
    ...["certificateOfIncorporation", "memorandumAndArticles", "utilityBill", "tinCertificate"],
    ...Array.from({ length: SIGNATORIES }, (_, n) => `signatories[${n}][idDocument]`),
  ];
  const form = await companyDocuments(SIGNATORIES, Object.fromEntries(fields.map((field) => [field, large])));
  const path = "/api/verification/corporate/documents";
  const boundless = await stream(url, path, "multipart/form-data; boundary=b", BOUNDLESS, { token } as never);
  let onDisk = 0;
  const watch = setInterval(() => {
    onDisk += nginx.folders.reduce((sum, folder) => sum + readdirSync(folder, { recursive: true }).length, 0);
  }, 5);
  const taken = await ask(url, "POST", path, { token, form });
  clearInterval(watch);
  const megabytes = Math.round((fields.length * FILE) / 1024 / 1024);
  return [
    {
      name: "uploads",
      reached: `${megabytes} MB in one form: ${taken.status} after ${ms(taken.ms)}, ${onDisk} files in nginx's folders meanwhile; 400 MB: ${boundless.status} after ${Math.round(boundless.sent / 1024 / 1024)} MB were sent`,
      ok: taken.status === 200 && onDisk === 0 && boundless.status === 413 && boundless.sent < BOUNDLESS / 4,
    },
  ];
};
