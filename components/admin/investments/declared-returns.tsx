"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import { useForm, useFormContext, useWatch } from "react-hook-form";
import { toast } from "sonner";
import * as z from "zod";
import { Allowed, useRight } from "@/components/auth/allowed";
import { decisionText } from "@/components/admin/acts/decision-text";
import { UndoDialog } from "@/components/admin/acts/undo-dialog";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { CheckboxField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { typedRate } from "@/lib/forms/typed";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { call, toApiError } from "@/lib/contract/client";
import { adminInvestments } from "@/lib/investments/admin-api";
import { declarationSchema, type DeclarationsDto } from "@/lib/investments/returns-schema";
import { formatRate, monthWords, parseSignedRate } from "@/lib/rates";
import { DeclarationFigures, useDeclarationPreview } from "./declaration-figures";

type Waiting = DeclarationsDto["waiting"][number];

const rate = typedRate("Enter a percentage, such as 12.5 or -3", parseSignedRate);
const schema = z.object({ rate: rate.pipe(declarationSchema.shape.rate), isOutsideTarget: z.boolean() });

/** Shows the declared returns of a plan by month, and the months that await declaration (product 10.33). */
export function DeclaredReturns({ planId, declared, waiting }: { planId: string } & DeclarationsDto) {
  const mayAct = useRight("money.act");
  const [month, setMonth] = useState<string | null>(null);
  const [undone, setUndone] = useState<{ actId: string; month: string } | null>(null);
  const router = useRouter();
  return (
    <Card>
      <CardHeading title="Declared returns">
        The returns of this plan, by month. One administrator declares a return, and another confirms it.
      </CardHeading>
      {waiting.length + declared.length === 0 && (
        <p className="mt-4 leading-7 text-muted">No instalments are waiting for a declaration.</p>
      )}
      {waiting.length > 0 && (
        <ul
          aria-label="Months awaiting declaration"
          className="mt-4 divide-y divide-line border-y border-line"
        >
          {waiting.map((each) => (
            <WaitingMonth key={each.month} waiting={each} onDeclare={() => setMonth(each.month)} />
          ))}
        </ul>
      )}
      {declared.length > 0 && (
        <ul aria-label="Declared months" className="mt-4 text-sm text-muted">
          {declared.map(({ month: done, rate, confirmedAt, actId, decision }) => (
            <li key={done} className="flex flex-wrap items-center justify-between gap-x-6 py-0.5 figures">
              <span>
                {`${monthWords(done)}: ${formatRate(rate)} a year. ${decision ? decisionText(decision) : `Confirmed on ${formatDate(confirmedAt)}`}`}
              </span>
              {mayAct && actId && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Undo ${monthWords(done)}`}
                  onClick={() => setUndone({ actId, month: done })}
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {month && <Declare planId={planId} month={month} onClose={() => setMonth(null)} />}
      {undone && (
        <UndoDialog
          actId={undone.actId}
          what={`Return for ${monthWords(undone.month)}`}
          effect="The instalments posted for it are reversed, and wait for a new declaration. We email the investors. Another administrator must confirm."
          onClose={() => setUndone(null)}
          onUndone={() => {
            setUndone(null);
            router.refresh();
          }}
        />
      )}
    </Card>
  );
}

function WaitingMonth({ waiting, onDeclare }: { waiting: Waiting; onDeclare: () => void }) {
  const { month, investments, isOver, proposedRate } = waiting;
  const state =
    proposedRate !== null
      ? `${formatRate(proposedRate)} a year is awaiting confirmation.`
      : isOver
        ? null
        : "You can declare it when the month is over.";
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6">
      <div>
        <h3 className="font-medium">{monthWords(month)}</h3>
        <p className="text-muted">
          {[
            investments === 1 ? "1 instalment is waiting." : `${investments} instalments are waiting.`,
            state ?? "",
          ].join(" ")}
        </p>
      </div>
      {isOver && proposedRate === null && (
        <Allowed to="money.act">
          <Button variant="secondary" aria-label={`Declare ${monthWords(month)}`} onClick={onDeclare}>
            Declare
          </Button>
        </Allowed>
      )}
    </li>
  );
}

interface DeclareProps {
  planId: string;
  month: string;
  onClose: () => void;
}

function Declare({ planId, month, onClose }: DeclareProps) {
  const router = useRouter();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { rate: "", isOutsideTarget: false },
  });
  return (
    <FormDialog
      form={form}
      title={`Return for ${monthWords(month)}`}
      description="It applies to every period that ends in this month. Another administrator must confirm it."
      submitLabel="Declare return"
      busyLabel="Sending..."
      onClose={onClose}
      send={async ({ rate, isOutsideTarget }) => {
        try {
          const body = { month, rate, isOutsideTarget };
          await call(adminInvestments.declareReturn, { params: { planId }, body });
        } catch (error) {
          if (!awaitsConfirmation(toApiError(error))) throw error;
          toast.success("Sent for confirmation");
          onClose();
          router.refresh();
        }
      }}
    >
      <TextField
        name="rate"
        label="Annual rate in percent"
        rule="Enter a negative rate for a loss, such as -3."
        autoComplete="off"
        maxLength={12}
      />
      <Consequences planId={planId} month={month} />
    </FormDialog>
  );
}

/** Shows what follows from the typed rate, and asks to confirm one outside of the target. */
function Consequences({ planId, month }: { planId: string; month: string }) {
  const typed = parseSignedRate(useDeferredValue(useWatch<{ rate: string }, "rate">({ name: "rate" })));
  const preview = useDeclarationPreview(typed === null ? null : { planId, month, rate: typed });
  const { setValue } = useFormContext();
  // Another rate has to be confirmed again.
  useEffect(() => setValue("isOutsideTarget", false), [setValue, typed]);
  if (typed === null) return null;
  return (
    <>
      <DeclarationFigures preview={preview} />
      {preview.data?.isOutsideTarget && (
        <CheckboxField
          name="isOutsideTarget"
          label="This rate is outside the target range of the plan, and it is right."
        />
      )}
    </>
  );
}
