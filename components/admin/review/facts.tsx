import { DocumentCard } from "@/components/documents/document-card";
import type { StoredDocument } from "@/components/documents/stored-document";
import { DescriptionList } from "@/components/ui/card";
import { EmailAddress } from "@/components/ui/email-address";
import { NOT_PROVIDED } from "../labels";
import { MaskedNumber } from "./secret-number";
import type { ReviewField, Section } from "./sections";

interface FactsProps {
  userId: string;
  section: Section;
  onView: (document: StoredDocument) => void;
}

/** The answers of one section. */
export function SectionFields({ userId, section, onView }: FactsProps) {
  if (section.groups.length === 0) return <p className="text-muted">{section.nothing}</p>;
  return (
    <div className="grid divide-y divide-line">
      {section.groups.map((group, index) => (
        <div key={index} className="py-5 first:pt-0 last:pb-0">
          {group.title && <h3 className="mb-3 text-[0.9375rem] font-medium">{group.title}</h3>}
          <DescriptionList items={group.facts.flatMap((fact) => answer(userId, fact))} />
          {group.facts.map(
            (fact) =>
              fact.kind === "document" && (
                <div key={fact.document.key} className="mt-5">
                  <DocumentCard document={fact.document} onView={onView} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function answer(userId: string, fact: ReviewField) {
  if (fact.kind === "document") return [];
  if (fact.kind === "secret") {
    return [
      {
        label: fact.label,
        value: fact.masked ? (
          <MaskedNumber userId={userId} label={fact.label} masked={fact.masked} field={fact.field} />
        ) : (
          <NotProvided />
        ),
      },
    ];
  }
  if (!fact.value) return [{ label: fact.label, value: <NotProvided /> }];
  const isEmail = /^\S+@\S+$/.test(fact.value);
  return [{ label: fact.label, value: isEmail ? <EmailAddress email={fact.value} /> : fact.value }];
}

const NotProvided = () => <span className="text-muted">{NOT_PROVIDED}</span>;
