"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Textarea } from "@/components/ui/input";
import { call } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { MAX_CASE_NOTE, noteSchema, type NoteInput } from "@/lib/review/cases/schema";
import { useReviewMutation } from "../queries";
import { mentionedIn } from "./mentions";
import { useReviewers } from "./queries";

/** Adds an internal note, and emails the colleagues who are ticked or named in it (product 10.15). */
export function NoteForm({ userId }: { userId: string }) {
  const { user } = useSession();
  const add = useReviewMutation(userId, (body: NoteInput) =>
    call(review.addNote, { params: { userId }, body }),
  );
  const [text, setText] = useState("");
  /** Colleagues whom the reviewer has ticked or unticked; otherwise, those named in the text are ticked. */
  const [ticks, setTicks] = useState<Record<string, boolean>>({});
  const [touched, setTouched] = useState(false);
  const reviewers = useReviewers(text !== "");
  const others = (reviewers.data ?? []).filter(({ _id }) => _id !== user?._id);
  const named = mentionedIn(text, others);
  const isTicked = (id: string) => ticks[id] ?? named.includes(id);
  const addressees = others.map(({ _id }) => _id).filter(isTicked);
  const checked = noteSchema.safeParse({ text, mentions: addressees });
  const send = () => {
    setTouched(true);
    if (!checked.success || add.isPending) return;
    add.mutate(checked.data, {
      onSuccess: ({ message }) => {
        setText("");
        setTicks({});
        setTouched(false);
        toast.success(message ?? "Note added");
      },
    });
  };
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
            maxLength={MAX_CASE_NOTE}
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
                checked={isTicked(_id)}
                onChange={() => setTicks({ ...ticks, [_id]: !isTicked(_id) })}
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
