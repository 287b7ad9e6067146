import { freshNumber } from "./fresh-number";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";

/** Returns valid documents of the corporate form, one per signatory. */
export async function companyDocuments(
  signatories: number,
  changes: Record<string, { bytes: Uint8Array; name: string } | null> = {},
): Promise<FormData> {
  const mark = freshNumber();
  const pdf = await samplePdf("Company", String(mark));
  const parts: Record<string, { bytes: Uint8Array; name: string } | null> = {
    companyLogo: { bytes: await samplePhoto(mark, "png"), name: "logo.png" },
    certificateOfIncorporation: { bytes: pdf, name: "certificate.pdf" },
    memorandumAndArticles: { bytes: pdf, name: "memorandum.pdf" },
    utilityBill: { bytes: pdf, name: "bill.pdf" },
    tinCertificate: { bytes: pdf, name: "tin.pdf" },
    ...Object.fromEntries(
      Array.from({ length: signatories }, (_, i) => [
        `signatories[${i}][idDocument]`,
        { bytes: pdf, name: `id${i}.pdf` },
      ]),
    ),
    ...changes,
  };
  const data = new FormData();
  for (const [field, part] of Object.entries(parts))
    if (part) data.append(field, new Blob([new Uint8Array(part.bytes)]), part.name);
  return data;
}

/** Returns a valid PDF of exactly this size, padded with a comment. */
export async function largePdf(bytes: number): Promise<Buffer> {
  const pdf = await samplePdf("Large");
  const at = pdf.lastIndexOf("startxref");
  const padding = Buffer.from(`%${"x".repeat(bytes - pdf.length - 2)}\n`);
  return Buffer.concat([pdf.subarray(0, at), padding, pdf.subarray(at)]);
}
