"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { adminKeys } from "@/components/admin/keys";
import { displayName } from "@/components/admin/labels";
import { NoteField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { call } from "@/lib/contract/client";
import { dayWords } from "@/lib/dates";
import { formatKobo } from "@/lib/money";
import { paths } from "@/lib/routes/paths";
import { suspicions } from "@/lib/suspicions/api";
import { suggestionAnswerSchema, type SuggestionDto } from "@/lib/suspicions/schema";

const describe = ({ kind, from, to, total, payments }: SuggestionDto): string => {
  const sum = formatKobo(BigInt(total));
  return kind === "reaches"
    ? `${sum} on ${dayWords(from)}, at the reporting threshold or above`
    : `${sum} in ${payments} payments from ${dayWords(from)} to ${dayWords(to)}, each day below the threshold`;
};

/** Shows payments that the law asks to look at, until each is answered (product 10.43). */
export function Suggestions() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [...adminKeys.suspicions, "suggestions"],
    queryFn: async ({ signal }) => (await call(suspicions.listSuggestions, { signal })).data,
  });
  const [answer, setAnswer] = useState<{ suggestion: SuggestionDto; outcome: "open" | "dismissed" } | null>(
    null,
  );
  if (!data || data.length === 0) return null;
  return (
    <Card role="region" aria-labelledby="suggestions-heading" className="grid gap-4">
      <CardHeading id="suggestions-heading" title="Payments to look at">
        Sums that reach the reporting thresholds, and payments split just below them.
      </CardHeading>
      <ul className="grid divide-y divide-line">
        {data.map((suggestion) => (
          <li
            key={suggestion.key}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <span className="grid min-w-0 flex-1 basis-72 gap-0.5">
              <TextLink href={paths.adminVerificationUser(suggestion.user._id)} prefetch={false}>
                <bdi translate="no">{displayName(suggestion.user)}</bdi>
              </TextLink>
              <span className="text-[0.9375rem] text-muted">{describe(suggestion)}</span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                variant="secondary"
                size="sm"
                onClick={() => setAnswer({ suggestion, outcome: "open" })}
              >
                Open a report
              </Button>
              <Button
                variant="quiet"
                size="sm"
                onClick={() => setAnswer({ suggestion, outcome: "dismissed" })}
              >
                Not suspicious
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {answer && (
        <AnswerDialog
          {...answer}
          onAnswered={() => {
            setAnswer(null);
            void client.invalidateQueries({ queryKey: adminKeys.suspicions });
          }}
          onClose={() => setAnswer(null)}
        />
      )}
    </Card>
  );
}

interface AnswerDialogProps {
  suggestion: SuggestionDto;
  outcome: "open" | "dismissed";
  onAnswered: () => void;
  onClose: () => void;
}

function AnswerDialog({ suggestion, outcome, onAnswered, onClose }: AnswerDialogProps) {
  const form = useForm({
    resolver: zodResolver(suggestionAnswerSchema),
    defaultValues: { key: suggestion.key, outcome, note: "" },
  });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await call(suspicions.answerSuggestion, { body });
        onAnswered();
      }}
      otherwise="note"
      onClose={onClose}
      title={outcome === "open" ? "Open a report" : "Not suspicious"}
      description={`${displayName(suggestion.user)}: ${describe(suggestion)}.`}
      submitLabel={outcome === "open" ? "Open the report" : "Dismiss it"}
      busyLabel="Saving..."
    >
      <NoteField label="Why?" maxLength={2000} />
    </FormDialog>
  );
}
