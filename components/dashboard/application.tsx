import { OwnDocuments } from "@/components/dashboard/own-documents";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Card, CardHeading, DescriptionList } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import type { ApplicationDto } from "@/lib/account/dto";
import { paths } from "@/lib/routes/paths";

type State = ApplicationDto["state"];

const states: Record<State, { tone: Tone; word: string }> = {
  pending: { tone: "warning", word: "In review" },
  approved: { tone: "success", word: "Approved" },
  rejected: { tone: "danger", word: "Not approved" },
  changes_asked: { tone: "warning", word: "Changes asked" },
  superseded: { tone: "neutral", word: "Replaced" },
};

/** The applicant's next step, with a link to it. */
const nextSteps: Record<State, { text: string; link?: { label: string; href: string } }> = {
  pending: { text: "We are reviewing it and will email you our decision. You don't need to do anything." },
  approved: {
    text: "Talk to our team about what your business needs.",
    link: { label: "Contact our team", href: paths.contact() },
  },
  rejected: {
    text: "Make the corrections and submit again.",
    link: { label: "Open the form", href: paths.applyForFunding() },
  },
  changes_asked: {
    text: "Make the changes we asked for, and submit again.",
    link: { label: "Open the form", href: paths.applyForFunding() },
  },
  superseded: { text: "You don't need to do anything." },
};
const earlier = {
  text: "You have sent a newer application. You don't need to do anything.",
  link: undefined,
};

/** Shows an application for funding: its state, dates, decision and reason, documents and next step. */
export function Application({ application }: { application: ApplicationDto }) {
  const { _id, state, isCurrent, submittedAt, decidedAt, reason, documents } = application;
  const { tone, word } = states[state];
  const { text, link } = isCurrent ? nextSteps[state] : earlier;
  const id = `application-${_id}`;
  return (
    <Card role="region" aria-labelledby={id} className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <CardHeading id={id} title={isCurrent ? "Your application" : "An earlier application"} />
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </div>
      <DescriptionList
        items={[
          { label: "Submitted", value: formatDate(submittedAt) },
          ...(decidedAt ? [{ label: "Decided", value: formatDate(decidedAt) }] : []),
          ...(reason
            ? [
                {
                  label: state === "changes_asked" ? "What we asked you to change" : "Reason",
                  value: <span className="whitespace-pre-line">{reason}</span>,
                },
              ]
            : []),
          {
            label: "Next step",
            value: (
              <>
                <span>{text}</span>
                {link && (
                  <span>
                    {" "}
                    <TextLink href={link.href}>{link.label}</TextLink>
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      <div>
        <h3 className="mb-3 font-semibold">Documents</h3>
        {documents.length > 0 ? (
          <OwnDocuments documents={documents} approved={state === "approved"} />
        ) : (
          <p className="text-muted">We have deleted this application&apos;s documents.</p>
        )}
      </div>
    </Card>
  );
}
