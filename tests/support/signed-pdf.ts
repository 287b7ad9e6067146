import { Integer, OctetString, Utf8String } from "asn1js";
import {
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  SignerInfo,
  type RelativeDistinguishedNames,
} from "pkijs";
import { text } from "./malicious-files";

const HEX_DIGITS = 4_000;

/**
 * Creates a PDF with an electronic signature by a certificate with these common names. With `attached`, the signature contains and signs
 * this content instead of the PDF.
 */
export async function signedPdf(signer: string, issuer = signer, attached?: Buffer): Promise<Buffer> {
  const before = text(
    "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[4 0 R]>>>>endobj\n" +
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R]>>endobj\n" +
      "4 0 obj<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/P 3 0 R/V 5 0 R>>endobj\n" +
      "5 0 obj<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 000000 000000 000000]/Contents ",
  );
  const after = text(">>endobj\ntrailer<</Size 6/Root 1 0 R>>\nstartxref\n0\n%%EOF\n");
  const next = before.length + HEX_DIGITS + 2;
  const range = [before.length, next, after.length].map((n) => String(n).padStart(6, "0")).join(" ");
  const head = text(before.toString("latin1").replace("000000 000000 000000", range));
  const content = attached ?? Buffer.concat([head, after]);
  const cms = (await sign(content, signer, issuer, attached !== undefined)).toString("hex");
  return Buffer.concat([head, text(`<${cms.padEnd(HEX_DIGITS, "0")}>`), after]);
}

async function sign(content: Buffer, signer: string, issuer: string, isAttached: boolean): Promise<Buffer> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  const setName = (name: RelativeDistinguishedNames, value: string) =>
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: "2.5.4.3", value: new Utf8String({ value }) }),
    );
  setName(certificate.subject, signer);
  setName(certificate.issuer, issuer);
  certificate.notBefore.value = new Date("2026-01-01");
  certificate.notAfter.value = new Date("2036-01-01");
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, "SHA-256");
  const sid = new IssuerAndSerialNumber({
    issuer: certificate.issuer,
    serialNumber: certificate.serialNumber,
  });
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: "1.2.840.113549.1.7.1",
      ...(isAttached && { eContent: new OctetString({ valueHex: new Uint8Array(content).buffer }) }),
    }),
    signerInfos: [new SignerInfo({ version: 1, sid })],
    certificates: [certificate],
  });
  await signed.sign(keys.privateKey, 0, "SHA-256", new Uint8Array(content).buffer);
  const info = new ContentInfo({ contentType: "1.2.840.113549.1.7.2", content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}
