import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { DocumentCard } from "@/components/documents/document-card";
import type { StoredDocument } from "@/components/documents/stored-document";
import { DescriptionList } from "@/components/ui/card";
import { EmailAddress } from "@/components/ui/email-address";
import type { FindingDto } from "@/lib/review/findings/schema";
import { orNotProvided } from "../../labels";
import { useReviewPanel } from "../queries";
import { MaskedNumber } from "./masked-number";
import { answerId, type ReviewField, type ReviewPart, type Section } from "./sections";

interface SectionFieldsProps {
  userId: string;
  section: Section;
  onView: (document: StoredDocument) => void;
  /** Renders the decision on a part. */
  decide?: (part: ReviewPart) => ReactNode;
  /** Whether other elements link to these answers, which then have ids; set for at most one list on a page. */
  isLinked?: boolean;
}

/** Shows the answers of one section. */
export function SectionFields({ userId, section, onView, decide, isLinked = false }: SectionFieldsProps) {
  const { data: findings } = useReviewPanel(userId, "findings");
  const about = (answer: string | undefined) =>
    isLinked && answer ? (findings?.filter((finding) => isBeside(finding, answer)) ?? []) : [];
  if (section.groups.length === 0) return <p className="text-muted">{section.nothing}</p>;
  return (
    <div className="grid divide-y divide-line">
      {section.groups.map(({ title, facts, part }, index) => (
        <div key={index} className="group/part relative py-5 first:pt-0 last:pb-0">
          {title && <h3 className="mb-3 text-[0.9375rem] font-medium">{title}</h3>}
          <DescriptionList
            items={facts
              .filter((fact) => fact.kind !== "document")
              .map((fact) => ({
                label: fact.label,
                value: (
                  <>
                    <div>{formatFact(userId, fact)}</div>
                    {about(fact.answer).map(({ kind, text }) => (
                      <span key={`${kind} ${text}`} className="mt-1 flex items-start gap-1.5 text-sm">
                        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
                        <span className="line-clamp-3">{text}</span>
                      </span>
                    ))}
                  </>
                ),
                id: isLinked && fact.answer ? answerId(fact.answer) : undefined,
              }))}
          />
          {facts.map(
            (fact) =>
              fact.kind === "document" && (
                <div key={fact.document.key} className="mt-5">
                  <DocumentCard document={fact.document} onView={onView} />
                </div>
              ),
          )}
          {part && decide?.(part)}
        </div>
      ))}
    </div>
  );
}

/** Flags have a separate line, and unavailable comparisons carry no information about the answer. */
const isBeside = ({ kind, state, answers }: FindingDto, answer: string): boolean =>
  kind !== "flag" && state !== "unavailable" && answers.includes(answer);

/** Formats an answer for a reviewer; a number can be revealed. */
export function formatFact(userId: string, fact: Exclude<ReviewField, { kind: "document" }>) {
  const text = fact.kind === "secret" ? fact.masked : fact.value;
  if (!text) return orNotProvided(null);
  if (fact.kind === "secret")
    return <MaskedNumber userId={userId} label={fact.label} masked={text} field={fact.field} />;
  return /^\S+@\S+$/.test(text) ? <EmailAddress email={text} /> : text;
}
