import { ContentInfo, SignedData, type RelativeDistinguishedNames } from "pkijs";

/** Electronic signatures of PDFs. This module has no alias imports, because the decoder process loads it directly. */

/** A signature at the time of the upload. The names come from the certificate, whose issuer is not verified. */
export interface PdfSignature {
  signer: string | null;
  issuer: string | null;
  /**
   * - whole: the file is unchanged since it was signed
   * - extended: the signed part is unchanged, but something was appended to it, such as another signature
   * - invalid: the signed part was changed or does not begin at the start of the file, or the signature cannot be verified
   */
  state: "whole" | "extended" | "invalid";
}

const MAX_SIGNATURES = 20;
const MAX_NAME = 200;
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const TIMESTAMP = "1.2.840.113549.1.9.16.1.4";

/**
 * Reads the signatures of a file, in file order. Each covers two byte ranges; its CMS structure, in hexadecimal digits, is between them. No
 * network requests are made, so revocations and issuers are not checked.
 */
export async function readSignatures(pdf: Buffer): Promise<PdfSignature[]> {
  const found: PdfSignature[] = [];
  const raw = pdf.toString("latin1");
  for (const match of raw.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)) {
    const [start, length, next, rest] = match.slice(1).map(Number) as [number, number, number, number];
    const cms = /^<([\da-fA-F\s]+)>$/.exec(raw.slice(start + length, next))?.[1];
    // A byte range without hexadecimal digits between its parts is page text, not a signature.
    if (cms === undefined || found.length === MAX_SIGNATURES) continue;
    const signed = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(next, next + rest)]);
    const signature = await verify(Buffer.from(cms.replace(/\s/g, ""), "hex"), signed);
    if (!signature) continue;
    const { isValid, ...names } = signature;
    const isToTheEnd = raw.slice(next + rest).trim() === "";
    // A signed part must begin at the start of the file. Otherwise a file could contain a signed one and show something else.
    const isFromTheStart = start === 0;
    found.push({
      ...names,
      state: isValid && isFromTheStart ? (isToTheEnd ? "whole" : "extended") : "invalid",
    });
  }
  return found;
}

/** Verifies a signature of this content. Returns null for a timestamp. */
async function verify(cms: Buffer, content: Buffer) {
  try {
    const { contentType, content: body } = ContentInfo.fromBER(toArrayBuffer(cms));
    if (contentType !== SIGNED_DATA) return unverified;
    const data = new SignedData({ schema: body });
    if (data.encapContentInfo.eContentType === TIMESTAMP) return null;
    // A signature with embedded content signs that content and not the file, so any signed message could pass as the signature of any file.
    if (data.encapContentInfo.eContent) return unverified;
    const result = await data
      .verify({ signer: 0, data: toArrayBuffer(content), checkChain: false, extendedMode: true })
      // The library throws the result of a failed verification.
      .catch((error: unknown) => error as { signatureVerified?: boolean; signerCertificate?: null });
    const certificate = result.signerCertificate;
    return {
      signer: certificate ? nameOf(certificate.subject) : null,
      issuer: certificate ? nameOf(certificate.issuer) : null,
      isValid: result.signatureVerified === true,
    };
  } catch {
    return unverified;
  }
}

const unverified = { signer: null, issuer: null, isValid: false };

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

/**
 * Returns the common name, or else the organisation, without invisible or unstorable characters. The creator of the certificate chose the
 * text.
 */
function nameOf({ typesAndValues }: RelativeDistinguishedNames): string | null {
  const valueOf = (type: string) => {
    const value: unknown = typesAndValues.find((attribute) => attribute.type === type)?.value.valueBlock
      .value;
    return typeof value === "string" ? value.replace(/\p{C}/gu, "") : "";
  };
  const name = valueOf("2.5.4.3") || valueOf("2.5.4.10");
  // The name is truncated by whole characters, because PostgreSQL cannot store half a surrogate pair.
  return Array.from(name).slice(0, MAX_NAME).join("") || null;
}
