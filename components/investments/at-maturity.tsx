"use client";

import { useRouter } from "next/navigation";
import { FormProvider, useForm, useWatch, type FieldErrors, type Resolver } from "react-hook-form";
import { toast } from "sonner";
import { CheckboxField, RadioField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { call } from "@/lib/contract/client";
import { investments } from "@/lib/investments/api";
import type { InvestmentDto } from "@/lib/investments/schema";
import type { Reinvestment } from "@/lib/investments/redemption-schema";

interface Values {
  choice: Reinvestment;
  accepted: boolean;
}

/** The current terms, which must be accepted to reinvest. */
interface Offer {
  version: number;
  termsHash: string;
  riskText: string;
  termsText: string;
}

const choices = [
  {
    value: "nothing",
    label: "Pay out everything",
    description: "Principal and return are paid into your account.",
  },
  {
    value: "principal",
    label: "Reinvest the principal",
    description: "In the same plan, under its current terms. The return is paid into your account.",
  },
  {
    value: "everything",
    label: "Reinvest principal and return",
    description: "Any remainder below the plan's step is paid into your account.",
  },
] as const;

/** Returns the choices that remain if the plan no longer offers any: the current one, and nothing. */
const remainingChoices = (choice: Reinvestment) =>
  choices
    .filter(({ value }) => value === choice || value === "nothing")
    .map((each) =>
      each.value === "nothing"
        ? each
        : {
            ...each,
            description: "Only if the plan still accepts investments under the same terms on that day.",
          },
    );

const resolver: Resolver<Values, unknown, Values> = (values) => {
  if (values.choice === "nothing" || values.accepted) return { values, errors: {} };
  const message = "Accept the risk and the terms to continue";
  const errors: FieldErrors<Values> = { accepted: { type: "validate", message } };
  return { values: {}, errors };
};

/** Asks for the choice at maturity (product 10.33). If `offer` is null, the plan accepts no investments. */
export function AtMaturity({
  id,
  present: { choice, version },
  offer,
}: {
  id: string;
  present: InvestmentDto["reinvestment"];
  offer: Offer | null;
}) {
  const router = useRouter();
  const form = useForm<Values, unknown, Values>({ resolver, values: { choice, accepted: false } });
  const { isSubmitting } = form.formState;
  const chosen = useWatch({ control: form.control, name: "choice" });
  const isOutdated = offer !== null && version !== null && version !== offer.version;
  const submit = useSubmit(form, async (values) => {
    const body =
      values.choice === "nothing" || !offer
        ? ({ choice: "nothing" } as const)
        : ({
            choice: values.choice,
            version: offer.version,
            termsHash: offer.termsHash,
            accepted: true,
          } as const);
    try {
      await call(investments.chooseReinvestment, { params: { id }, body });
      toast.success("Choice saved");
    } finally {
      router.refresh();
    }
  });
  return (
    <FormProvider {...form}>
      <Form aria-label="At maturity" onSubmit={submit} className="grid gap-5">
        <FormFailure />
        <RadioField name="choice" label="At maturity" options={offer ? choices : remainingChoices(choice)} />
        {isOutdated && (
          <Notice tone="warning" title="The terms have changed since you chose">
            Unless you accept the new terms below, everything will be paid out.
          </Notice>
        )}
        {chosen !== "nothing" && offer && (
          <>
            <Notice tone="warning" title="You can lose money">
              <p className="whitespace-pre-line">{offer.riskText}</p>
            </Notice>
            <p className="measure leading-7 whitespace-pre-line">{offer.termsText}</p>
            <CheckboxField
              name="accepted"
              label={`I have read the risk and the terms of version ${offer.version}, and I accept them.`}
            />
          </>
        )}
        <div>
          <Button
            type="submit"
            variant="secondary"
            busy={isSubmitting}
            busyLabel="Saving..."
            // Without an offer, the choice can only be dropped.
            disabled={!offer && chosen === choice}
          >
            Save choice
          </Button>
        </div>
      </Form>
    </FormProvider>
  );
}
