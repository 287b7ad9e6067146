import type { ReactNode } from "react";
import { NoClientRuntime } from "@/components/layout/no-client-runtime";
import { formatDate } from "@/components/ui/format";
import { brand } from "@/lib/brand";
import { PublicHead } from "./section";

export interface LegalSection {
  title: string;
  /** Paragraphs; a nested list is rendered as bullet points. */
  body: readonly (string | readonly string[])[];
}

interface LegalTextProps {
  title: string;
  intro: string;
  sections: readonly LegalSection[];
  /** The content of the last section, "Contact". */
  children: ReactNode;
}

/** Shows a page with a legal text. */
export function LegalText({ title, intro, sections, children }: LegalTextProps) {
  const { termsDate } = brand.company;
  return (
    <>
      <NoClientRuntime />
      <PublicHead title={title}>
        <p>{intro}</p>
        <p className="mt-3 text-base">{`In effect from ${termsDate ? formatDate(termsDate) : "[date: set BRAND_TERMS_DATE]"}.`}</p>
      </PublicHead>
      <div className="border-t border-line bg-surface">
        <div className="page-width grid gap-10 py-14 sm:py-20">
          {sections.map(({ title, body }) => (
            <section key={title} className="measure">
              <h2 className="text-xl font-semibold">{title}</h2>
              {body.map((part, index) =>
                typeof part === "string" ? (
                  <p key={index} className="mt-3 leading-7 text-muted">
                    {part}
                  </p>
                ) : (
                  <ul key={index} className="mt-3 grid list-disc gap-2 pl-5 leading-7 text-muted">
                    {part.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
          <section className="measure">
            <h2 className="text-xl font-semibold">Contact</h2>
            <div className="mt-3 leading-7 text-muted">{children}</div>
          </section>
        </div>
      </div>
    </>
  );
}
