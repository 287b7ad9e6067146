"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { FormProvider, useForm, useWatch, type FieldErrors, type Resolver } from "react-hook-form";
import { TextField } from "@/components/forms/account-fields";
import { CheckboxField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { ifToday } from "@/components/plans/plan-words";
import { ScheduleDetails } from "@/components/plans/schedule-details";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { call, toApiError } from "@/lib/contract/client";
import { investments } from "@/lib/investments/api";
import { CANCEL_HOURS, holdProblem } from "@/lib/investments/rules";
import { formatKobo, parseAmount } from "@/lib/money";
import { checkAmount, type AmountLimits } from "@/lib/plans/rules";
import type { ScheduleOptions } from "@/lib/plans/schedule-rules";
import { toTerms, type Terms, type TermsDto } from "@/lib/plans/terms-schema";
import { paths } from "@/lib/routes/paths";

/** What a plan currently offers to investors. */
export interface Offer {
  slug: string;
  name: string;
  version: number;
  terms: TermsDto;
  termsHash: string;
  /** The changes to the withholding tax rate announced so far. */
  taxChanges: NonNullable<ScheduleOptions["taxChanges"]>;
  /** The available capacity in kobo, as decimal text; null without a limit. */
  available: string | null;
  /** The capacity that the investor can hold without having paid, in kobo; null without a limit. */
  holdable: string | null;
}

interface Values {
  amount: string;
  accepted: boolean;
}

interface Limits extends AmountLimits {
  holdable: bigint | null;
}

/** Returns the amount in kobo, or the problem with the typed text. */
function readAmount(typed: string, limits: Limits): { kobo: bigint } | { problem: string } {
  const parsed = parseAmount(typed);
  if ("problem" in parsed) return parsed;
  const problem =
    checkAmount(parsed.kobo, limits) ?? holdProblem(parsed.kobo, limits.holdable, limits.minimum);
  return problem ? { problem } : parsed;
}

const toKobo = (text: string | null) => (text === null ? null : BigInt(text));

const none: Record<string, never> = {};

const resolverFor =
  (limits: Limits): Resolver<Values, unknown, { amount: string }> =>
  ({ amount, accepted }) => {
    const read = readAmount(amount, limits);
    const errors: FieldErrors<Values> = {
      ...("problem" in read && { amount: { type: "validate", message: read.problem } }),
      ...(!accepted && {
        accepted: { type: "validate", message: "Accept the risk and the terms to continue" },
      }),
    };
    if ("problem" in read || !accepted) return { values: none, errors };
    return { values: { amount: String(read.kobo) }, errors: {} };
  };

interface RequestFormProps {
  offer: Offer;
  /** The amount typed before a reload. */
  typed: string;
  today: string;
}

/** Requests an investment: amount, schedule, risk and terms, confirmation (product 10.31). */
export function RequestForm({ offer, typed, today }: RequestFormProps) {
  const router = useRouter();
  const { slug, version, termsHash } = offer;
  const terms = toTerms(offer.terms);
  const limits = { ...terms, available: toKobo(offer.available), holdable: toKobo(offer.holdable) };
  const form = useForm<Values, unknown, { amount: string }>({
    resolver: resolverFor(limits),
    defaultValues: { amount: typed, accepted: false },
    mode: "onTouched",
  });
  const { isSubmitting } = form.formState;
  const submit = useSubmit(form, async ({ amount }) => {
    try {
      const body = { plan: slug, amount, version, termsHash, accepted: true } as const;
      const { data } = await call(investments.requestInvestment, { body });
      router.push(paths.dashboardInvestment(data._id));
    } catch (error) {
      // The plan may be closed, or have new terms, which require a new acceptance.
      if (toApiError(error).code === "CONFLICT") {
        form.setValue("accepted", false);
        router.refresh();
      }
      throw error;
    }
  });
  return (
    <FormProvider {...form}>
      <Form aria-label="Investment" onSubmit={submit} className="grid grid-cols-1 gap-6">
        <Card>
          <TextField
            name="amount"
            label="Amount in naira"
            rule={`From ${formatKobo(terms.minimum)}, in steps of ${formatKobo(terms.step)}.`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            className="max-w-md"
          />
        </Card>
        <LiveSchedule offer={offer} terms={terms} limits={limits} today={today} />
        <Card>
          <CardHeading title="Risk and terms">{`Version ${version} of this plan.`}</CardHeading>
          <Notice tone="warning" title="You can lose money" className="mt-5">
            <p className="whitespace-pre-line">{terms.riskText}</p>
          </Notice>
          <p className="mt-5 measure leading-7 whitespace-pre-line">{terms.termsText}</p>
          <div className="mt-5 border-t border-line pt-3">
            <CheckboxField name="accepted" label="I have read the risk and the terms, and I accept them." />
          </div>
        </Card>
        <FormFailure />
        <div className="grid gap-3">
          <Button
            type="submit"
            size="lg"
            busy={isSubmitting}
            busyLabel="Confirming..."
            className="justify-self-start"
          >
            Confirm investment
          </Button>
          <p className="text-sm leading-6 text-muted">
            {`You pay by bank transfer afterwards. Until you pay, you can cancel free of charge for ${CANCEL_HOURS} hours.`}
          </p>
        </div>
      </Form>
    </FormProvider>
  );
}

interface LiveScheduleProps {
  offer: Offer;
  terms: Terms;
  limits: Limits;
  today: string;
}

/** Shows the schedule of the typed amount. The address contains the amount, so that a reload restores it. */
function LiveSchedule({ offer: { slug, taxChanges }, terms, limits, today }: LiveScheduleProps) {
  const amount = useWatch<Values, "amount">({ name: "amount" });
  useEffect(() => {
    window.history.replaceState(null, "", paths.dashboardNewInvestment({ plan: slug, amount }));
  }, [slug, amount]);
  const read = readAmount(amount, limits);
  return (
    <section aria-labelledby="schedule" className="min-w-0">
      <h2 id="schedule" className="mb-4 text-lg font-semibold">
        What you would receive
      </h2>
      {"problem" in read ? (
        <p className="leading-7 text-muted">Enter an amount to see its payment schedule.</p>
      ) : (
        <ScheduleDetails
          terms={terms}
          amount={read.kobo}
          start={today}
          options={{ taxChanges }}
          note={ifToday(today)}
        />
      )}
    </section>
  );
}
