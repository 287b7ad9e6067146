import type { DocumentName } from "@/lib/onboarding/forms/document-rules";

/** The names of a submission's documents. */
export const documentLabels: Record<DocumentName, string> = {
  idDocument: "ID document",
  passportPhoto: "Passport photo",
  utilityBill: "Utility bill",
  certificateOfIncorporation: "Certificate of incorporation",
  memorandumAndArticles: "Memorandum and articles",
  tinCertificate: "TIN certificate",
  logo: "Company logo",
  signatoryIdDocument: "ID document",
};
