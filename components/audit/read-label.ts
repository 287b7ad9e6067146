import { documentLabels } from "@/components/documents/document-labels";
import type { ReadDto } from "@/lib/audit/reads";
import { SOURCE_DOCUMENT } from "@/lib/due-diligence/labels";
import type { DocumentName } from "@/lib/onboarding/forms/document-rules";

const numbers: Record<string, string> = {
  ninNumber: "NIN",
  bvnNumber: "BVN",
  accountNumber: "account number",
  taxId: "Tax ID",
};

const partLabels = {
  account: "Profile and answers",
  duplicate: "Listed as a possible duplicate",
  export: "Exported in a list of users",
};

/** Describes a read: "Profile and answers", "Document: Utility bill", "Document as uploaded: Utility bill", "Full BVN". */
export function readLabel({ what }: Pick<ReadDto, "what">): string {
  if (what.part === "number") return `Full ${numbers[what.field.split(".").at(-1)!] ?? "number"}`;
  if ("document" in what) {
    const label =
      what.document === SOURCE_DOCUMENT.name
        ? SOURCE_DOCUMENT.label
        : (documentLabels[what.document as DocumentName] ?? "other");
    return what.part === "original" ? `Document as uploaded: ${label}` : `Document: ${label}`;
  }
  return partLabels[what.part];
}
