"use client";

import { DocumentCard } from "@/components/documents/document-card";
import type { StoredDocument } from "@/components/documents/stored-document";
import { VerificationBadge } from "@/components/onboarding/status";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { linkClass } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import type { AnswerChange, DecisionDto, SubmissionDto } from "@/lib/onboarding/dto";
import { isDocumentPath } from "@/lib/onboarding/forms/document-rules";
import { changeLabel } from "@/lib/onboarding/forms/part-labels";
import type { UserDto } from "@/lib/users/dto";
import { SectionFields } from "../answers/facts";
import { submissionContent, type Section } from "../answers/sections";

interface ViewProps {
  onView: (document: StoredDocument) => void;
}
interface ChangeProps extends ViewProps {
  /** Opens two documents side by side, by their paths. */
  onCompare: (pair: readonly [string, string]) => void;
}

interface HistoryProps extends ChangeProps {
  user: UserDto;
  submissions: readonly SubmissionDto[];
}

/** Shows all submissions of the user, newest first, each with its changes (product 2.13). */
export function History({ user, submissions, onView, onCompare }: HistoryProps) {
  return (
    <ol className="grid divide-y divide-line">
      {submissions.map((submission) => (
        <li key={submission._id} className="grid gap-3 py-5 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 className="text-[0.9375rem] font-medium">
              {submission.current ? "Current submission" : "Previous submission"}
            </h3>
            {submission.state === "superseded" ? (
              <Badge>Superseded</Badge>
            ) : (
              <VerificationBadge status={submission.state} />
            )}
            <span className="text-sm text-muted figures">{formatDateTime(submission.submittedAt)}</span>
          </div>
          {submission.decisions.map((decision, index) => (
            <Decision key={index} decision={decision} overruled={index > 0} />
          ))}
          {submission.changes && (
            <Changes changes={submission.changes} onView={onView} onCompare={onCompare} />
          )}
          {!submission.current && <Answers user={user} submission={submission} onView={onView} />}
        </li>
      ))}
    </ol>
  );
}

function Decision({ decision, overruled }: { decision: DecisionDto; overruled: boolean }) {
  const { status, reason, decidedAt, decidedBy } = decision;
  const verb = status === "approved" ? "Approved" : "Rejected";
  const details = [decidedBy && `by ${isolate(decidedBy.name)}`, formatDateTime(decidedAt)].filter(Boolean);
  return (
    <p className="text-[0.9375rem] break-words">
      <span className="text-muted">
        {`${overruled ? `Previously ${verb.toLowerCase()}` : verb}${details.length > 0 ? ` ${details.join(", ")}` : ""}${reason ? ". Reason: " : ""}`}
      </span>
      <span>{reason}</span>
    </p>
  );
}

function Changes({ changes, ...open }: ChangeProps & { changes: readonly AnswerChange[] }) {
  if (changes.length === 0) {
    return <p className="text-[0.9375rem] text-muted">No changes since the previous submission.</p>;
  }
  return (
    <div>
      <h4 className="text-sm text-muted">Changes since the previous submission</h4>
      <dl className="mt-1.5 grid gap-x-4 gap-y-2 text-[0.9375rem] sm:grid-cols-[minmax(9rem,auto)_1fr]">
        {changes.map((change) => (
          <div key={change.path} className="contents">
            <dt className="font-medium">{changeLabel(change.path)}</dt>
            <dd className="min-w-0 break-words max-sm:mb-2">
              <Change change={change} {...open} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Change({
  change: { path, before, after },
  onView,
  onCompare,
}: ChangeProps & { change: AnswerChange }) {
  if (isDocumentPath(before ?? after)) {
    const versions = [
      { version: "before", path: before },
      { version: "now", path: after },
    ].filter((document) => document.path);
    return (
      <span className="flex flex-wrap items-center gap-2">
        <span>{before ? (after ? "Replaced" : "Removed") : "Added"}</span>
        {versions.map(({ version, path: stored }) => {
          const label = `${changeLabel(path)}, ${version}`;
          return (
            <Button
              key={version}
              variant="secondary"
              size="sm"
              aria-label={`View ${label}`}
              onClick={() => onView({ key: `${path}-${version}`, label, path: stored })}
            >
              {`View ${version}`}
            </Button>
          );
        })}
        {before && after && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Compare ${changeLabel(path)}, before and now`}
            onClick={() => onCompare([before, after])}
          >
            Compare
          </Button>
        )}
      </span>
    );
  }
  if (before === after) return <span>{`Different number with the same last 4 digits: ${after ?? ""}`}</span>;
  return (
    <>
      <del className="text-muted">
        <span className="sr-only">before: </span>
        <span>{before ?? "not provided"}</span>
      </del>{" "}
      <span aria-hidden>→</span>{" "}
      <ins className="no-underline">
        <span className="sr-only">now: </span>
        <span>{after ?? "not provided"}</span>
      </ins>
    </>
  );
}

/** Numbers can be revealed only in the current submission. */
const masked = (section: Section): Section => ({
  ...section,
  groups: section.groups.map((group) => ({
    ...group,
    facts: group.facts.map((fact) =>
      fact.kind === "secret" ? { kind: "text", label: fact.label, value: fact.masked } : fact,
    ),
  })),
});

function Answers({ user, submission, onView }: ViewProps & { user: UserDto; submission: SubmissionDto }) {
  const content = submissionContent(user, submission);
  return (
    <details className="rounded-control border border-line">
      <summary className="cursor-pointer px-4 py-3 text-[0.9375rem] font-medium">
        Show all answers and documents
      </summary>
      <div className="grid gap-6 px-4 pb-4">
        {content.sections
          .filter(({ id }) => id !== "profile")
          .map((section) => (
            <section key={section.id} className="grid gap-3">
              <h4 className="text-sm text-muted">{section.title}</h4>
              <SectionFields userId={user._id} section={masked(section)} onView={onView} />
            </section>
          ))}
        <section className="grid gap-2">
          <h4 className="text-sm text-muted">Documents</h4>
          {content.documents.map((document) => (
            <DocumentCard key={document.key} document={document} onView={onView} />
          ))}
        </section>
      </div>
    </details>
  );
}

/** Shows the notice above a resubmission, with the changed fields. */
export function Resubmission({ submission }: { submission: SubmissionDto }) {
  const changes = submission.changes ?? [];
  const labels = changes.map(({ path }) => changeLabel(path));
  return (
    <Notice title="Resubmitted after an earlier decision">
      <span>{labels.length > 0 ? `Changed fields: ${labels.join(", ")}. ` : "No fields were changed. "}</span>
      <a href="#submissions" className={linkClass}>
        View submission history
      </a>
    </Notice>
  );
}
