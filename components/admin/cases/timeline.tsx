"use client";

import { useState } from "react";
import { toast } from "sonner";
import { documentLabels } from "@/components/documents/document-labels";
import { Field } from "@/components/forms/field";
import { readLabel } from "@/components/reads/read-label";
import { ReadList } from "@/components/reads/read-list";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { formatDateTime } from "@/components/ui/format";
import { Textarea } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { noteSchema, type TimelineEntryDto } from "@/lib/review/cases/schema";
import { verdictLabels } from "@/lib/review/duplicate-schema";
import type { DuplicateVerdict } from "@/lib/verification/identity-links";
import type { DocumentName } from "@/lib/verification/documents";
import { PartFailure } from "../review/problems";
import { kindLabels, type IdentityCheckKind } from "@/lib/review/identity-checks/schema";
import { useReviewers } from "./queries";
import { useAddNote, useTimeline } from "../review/queries";

const emails: Record<string, string> = {
  submissionReceived: "that we received the verification",
  submissionApproved: "the approval",
  submissionRejected: "the decision and its reason",
};

/** `Ada Obi handed the case to Bola Ade`. Without a name: the applicant submits, and "A reviewer" acts. */
function describe({ action, actor, assignee, detail }: TimelineEntryDto): string {
  const who = actor ?? "A reviewer";
  const checked = kindLabels[detail as IdentityCheckKind] ?? "";
  const texts: Record<TimelineEntryDto["action"], string> = {
    submitted: "The applicant submitted",
    guardian_named: "The applicant named a parent or guardian",
    guardian_consented: "The parent or guardian consented",
    guardian_declined: "The parent or guardian declined",
    guardian_withdrew: "The parent or guardian withdrew their consent",
    claimed: `${who} started to work on the case`,
    assigned: `${who} assigned the case to ${assignee ?? "a former reviewer"}`,
    released: `${who} released the case`,
    noted: `${who} wrote a note`,
    identity_asked: `${who} asked an outside source about: ${checked}`,
    identity_answered: `The check with an outside source ended: ${checked}`,
    identity_compared: `${who} compared with an outside source: ${checked}`,
    duplicate_decided: `${who} decided about a possible duplicate: ${verdictLabels[detail as DuplicateVerdict] ?? ""}`,
    hit_decided: `${who} ${detail === "confirmed" ? "confirmed" : "cleared"} a hit on a watchlist`,
    hits_ended: "Hits on watchlists ended, because the names or a list changed",
    account_read: `${who} opened the answers`,
    document_read: `${who} opened ${documentLabels[detail as DocumentName] ?? "a document"}`,
    number_revealed: `${who} revealed the ${readLabel({ what: { part: "number", field: detail ?? "" } }).toLowerCase()}`,
    approved: `${who} approved`,
    rejected: detail === "changes_requested" ? `${who} asked for changes` : `${who} rejected`,
    approval_ended: "The approval ended",
    emailed: `We emailed ${emails[detail ?? ""] ?? "the applicant"}`,
  };
  return texts[action];
}

/** What happened to the user's cases, and internal notes. */
export function Timeline({ userId }: { userId: string }) {
  const query = useTimeline(userId);
  return (
    <div className="grid gap-5">
      <NoteForm userId={userId} />
      {query.isError ? (
        <PartFailure title="Could not load the timeline" query={query} />
      ) : query.data ? (
        <ReadList
          empty="Nothing has happened yet."
          rows={query.data.map((entry, index) => ({
            key: `${entry.at}-${index}`,
            title: describe(entry),
            details: (
              <>
                {entry.note && (
                  <span className="mb-1 block [overflow-wrap:anywhere] whitespace-pre-line text-ink">
                    {entry.note}
                  </span>
                )}
                {formatDateTime(entry.at)}
              </>
            ),
          }))}
        />
      ) : (
        <div role="status" aria-label="Loading the timeline" className="grid gap-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
    </div>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const { user } = useSession();
  const add = useAddNote(userId);
  const [text, setText] = useState("");
  const [mentions, setMentions] = useState<string[]>([]);
  const [touched, setTouched] = useState(false);
  const reviewers = useReviewers(text !== "");
  const others = (reviewers.data ?? []).filter(({ _id }) => _id !== user?._id);
  // Who is mentioned in the text is meant, too.
  const named = others.filter(({ name }) => text.includes(`@${name}`)).map(({ _id }) => _id);
  const addressees = [...new Set([...mentions, ...named])];
  const checked = noteSchema.safeParse({ text, mentions: addressees });
  const send = () => {
    setTouched(true);
    if (!checked.success || add.isPending) return;
    add.mutate(checked.data, {
      onSuccess: (message) => {
        setText("");
        setMentions([]);
        setTouched(false);
        toast.success(message ?? "Note added");
      },
    });
  };
  const toggle = (id: string) =>
    setMentions(mentions.includes(id) ? mentions.filter((other) => other !== id) : [...mentions, id]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid gap-3"
    >
      <Field
        label="Internal note"
        help="For reviewers only. The applicant never sees it."
        error={add.error?.message ?? (touched ? checked.error?.issues[0]?.message : undefined)}
      >
        {(control) => (
          <Textarea
            {...control}
            data-note=""
            maxLength={2000}
            readOnly={add.isPending}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {text !== "" && others.length > 0 && (
        <fieldset>
          <legend className="text-sm font-medium">Email it to</legend>
          <div className="flex flex-wrap gap-x-5">
            {others.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={name}
                checked={addressees.includes(_id)}
                onChange={() => toggle(_id)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Button type="submit" variant="secondary" size="sm" busy={add.isPending} className="justify-self-start">
        Add note
      </Button>
    </form>
  );
}
