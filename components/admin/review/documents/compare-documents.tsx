"use client";

import { useState } from "react";
import { DocumentContent } from "@/components/documents/document-content";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Dialog } from "@/components/ui/dialog";
import { formatDate } from "@/components/ui/format";
import { Select } from "@/components/ui/input";
import type { SubmissionDto } from "@/lib/onboarding/dto";
import type { UserDto } from "@/lib/users/dto";
import { reviewContent, submissionContent, type ReviewContent } from "../answers/sections";

/** The paths of two documents. */
export type DocumentPair = readonly [string, string];

/** The uploaded documents of one submission. */
interface DocumentGroup {
  title: string;
  documents: { path: string; label: string }[];
}

const uploaded = ({ documents, sections }: ReviewContent): DocumentGroup["documents"] =>
  [
    ...documents,
    ...sections
      .flatMap(({ groups }) => groups.flatMap(({ facts }) => facts))
      .flatMap((fact) => (fact.kind === "document" ? [fact.document] : [])),
  ].flatMap(({ path, label }) => (path ? [{ path, label }] : []));

/** Returns the documents of a case by submission, newest first; a resubmitted file is listed once. */
export function documentGroups(
  user: UserDto,
  submissions: readonly SubmissionDto[] | undefined,
): DocumentGroup[] {
  const groups = [
    { title: "Current submission", documents: uploaded(reviewContent(user)) },
    ...(submissions ?? [])
      .filter(({ current }) => !current)
      .map((submission) => ({
        title: submission.submittedAt
          ? `Submission of ${formatDate(submission.submittedAt)}`
          : "Previous submission",
        documents: uploaded(submissionContent(user, submission)),
      })),
  ];
  const seen = new Set<string>();
  return groups
    .map(({ title, documents }) => ({
      title,
      documents: documents.filter(({ path }) => !seen.has(path) && seen.add(path)),
    }))
    .filter(({ documents }) => documents.length > 0);
}

/** Returns the initial comparison for a document: its version before the last change, otherwise another document of the case. */
export function pairOf(
  { path }: Pick<StoredDocument, "path">,
  groups: readonly DocumentGroup[],
  submissions: readonly SubmissionDto[] | undefined,
): DocumentPair | null {
  if (!path) return null;
  const before = submissions
    ?.flatMap(({ changes }) => changes ?? [])
    .find(({ after }) => after === path)?.before;
  if (before) return [before, path];
  const other = groups.flatMap(({ documents }) => documents).find((document) => document.path !== path);
  return other ? [path, other.path] : null;
}

interface CompareDocumentsProps {
  groups: readonly DocumentGroup[];
  initial: DocumentPair;
  onClose: () => void;
}

/** Shows two documents of a case: side by side or, on a phone, one below the other. */
export function CompareDocuments({ groups, initial, onClose }: CompareDocumentsProps) {
  const [pair, setPair] = useState(initial);
  return (
    <Dialog
      onClose={onClose}
      title="Compare documents"
      className="h-[94dvh] max-h-[94dvh] sm:h-[92dvh] sm:max-h-[92dvh] sm:w-[calc(100vw-3rem)] sm:max-w-[110rem] [&>div:nth-child(2)]:flex-1"
    >
      <div className="grid gap-5 sm:h-full sm:grid-cols-2 sm:gap-4">
        {([0, 1] as const).map((side) => (
          <ComparedDocument
            key={side}
            label={side === 0 ? "First document" : "Second document"}
            groups={groups}
            path={pair[side]}
            onChange={(path) => setPair(side === 0 ? [path, pair[1]] : [pair[0], path])}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ComparedDocumentProps {
  label: string;
  groups: readonly DocumentGroup[];
  path: string;
  onChange: (path: string) => void;
}

function ComparedDocument({ label, groups, path, onChange }: ComparedDocumentProps) {
  const group = groups.find(({ documents }) => documents.some((item) => item.path === path));
  const document = group?.documents.find((item) => item.path === path);
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-3 sm:min-h-0">
      <label>
        <span className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
          <span className="font-medium">{label}</span>
          <span className="text-muted">{group?.title}</span>
        </span>
        <Select value={path} onChange={(event) => onChange(event.target.value)}>
          {groups.map(({ title, documents }, index) => (
            <optgroup key={index} label={title}>
              {documents.map((item) => (
                <option key={item.path} value={item.path}>
                  {item.label}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </label>
      <DocumentContent
        key={path}
        path={path}
        label={document && group ? `${document.label}, ${group.title.toLowerCase()}` : label}
        className="h-[max(14rem,28dvh)] sm:h-auto sm:min-h-0 sm:flex-1"
      />
    </section>
  );
}
