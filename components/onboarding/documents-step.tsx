import type { ReactNode } from "react";
import { FileField } from "@/components/forms/file-field";
import { Notice } from "@/components/ui/notice";
import type { DocumentFields } from "@/lib/forms/definition";

interface DocumentsStepProps {
  documents: DocumentFields;
  step: number;
  /** Instructions for all documents. */
  children: ReactNode;
}

/** Shows the documents of a step. */
export const DocumentsStep = ({ documents, step, children }: DocumentsStepProps) => (
  <div className="grid grid-cols-1 gap-7">
    <Notice tone="info" title="Before you upload">
      {children}
    </Notice>
    {Object.entries(documents)
      .filter(([, document]) => document.step === step)
      .map(([name, document]) => (
        <FileField key={name} name={name} definition={document} />
      ))}
  </div>
);
