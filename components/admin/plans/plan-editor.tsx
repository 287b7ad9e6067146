"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  FormProvider,
  useController,
  useForm,
  useWatch,
  type FieldErrors,
  type Resolver,
} from "react-hook-form";
import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { ActionDialog } from "@/components/forms/action-dialog";
import { RadioField, SelectField } from "@/components/forms/choice-fields";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { Textarea } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { call, toApiError } from "@/lib/contract/client";
import { plans } from "@/lib/plans/api";
import type { AdminPlanDto, PlanContent } from "@/lib/plans/schema";
import { paymentFrequencies } from "@/lib/plans/term-labels";
import { paths } from "@/lib/routes/paths";
import { PlanStateBadge } from "./plan-state";
import { emptyPlan, readPlan, toValues, type PlanErrors, type PlanValues } from "./plan-values";

const toFieldErrors = (errors: PlanErrors): FieldErrors<PlanValues> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, { type: "validate", message }]),
  );

const resolver: Resolver<PlanValues, unknown, PlanContent> = (values) => {
  const result = readPlan(values);
  return "content" in result
    ? { values: result.content, errors: {} }
    : { values: {}, errors: toFieldErrors(result.errors) };
};

/** Creates a plan or edits its next version (product 10.30). The published version stays unchanged. */
export function PlanEditor({ plan }: { plan: AdminPlanDto | null }) {
  const router = useRouter();
  const mayChange = useRight("money.act");
  const stored = plan?.unpublished ?? plan?.published;
  const form = useForm<PlanValues, unknown, PlanContent>({
    resolver,
    defaultValues: emptyPlan,
    // The form resets to the stored values after each change.
    values: stored ? toValues(stored) : emptyPlan,
    mode: "onTouched",
  });
  const { isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, async (content) => {
    if (plan) {
      await call(plans.editPlan, {
        params: { planId: plan._id },
        body: { ...content, revision: plan.revision },
      });
      toast.success("Changes saved");
      router.refresh();
    } else {
      const { data } = await call(plans.createPlan, { body: content });
      toast.success("Plan created");
      router.replace(paths.adminPlan(data._id));
    }
  });

  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <PageHeading
        title={stored?.name ?? "New plan"}
        aside={<TextLink href={paths.adminPlans()}>All plans</TextLink>}
      >
        {plan ? <PlanStateBadge state={plan.state} /> : "It is a draft until you publish it."}
      </PageHeading>
      {plan && <Publication plan={plan} isDirty={isDirty} />}
      <FormProvider {...form}>
        <Form aria-label="Plan" onSubmit={submit} className="grid gap-6">
          <fieldset disabled={!mayChange} className="grid min-w-0 gap-6">
            <PlanFields />
          </fieldset>
          <FormFailure />
          {mayChange && (
            <div>
              <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
                {plan ? "Save changes" : "Create draft"}
              </Button>
            </div>
          )}
        </Form>
      </FormProvider>
    </div>
  );
}

interface Act {
  endpoint: typeof plans.publishPlan | typeof plans.closePlan | typeof plans.reopenPlan;
  label: string;
  title: string;
  description: string;
  done: string;
  tone?: "danger";
}

const acts = {
  publish: {
    endpoint: plans.publishPlan,
    label: "Publish",
    title: "Publish this version?",
    description:
      "Another administrator must confirm it. It then applies to new investments immediately and can never be changed. Existing investments keep their own version.",
    done: "Sent for confirmation",
  },
  close: {
    endpoint: plans.closePlan,
    label: "Close plan",
    title: "Close this plan?",
    description:
      "It will accept no new investments. Existing investments continue. The plan stays public and is marked as closed.",
    done: "Plan closed",
    tone: "danger",
  },
  reopen: {
    endpoint: plans.reopenPlan,
    label: "Reopen plan",
    title: "Reopen this plan?",
    description: "Investors can choose it again, under the last published version.",
    done: "Plan reopened",
  },
} as const satisfies Record<string, Act>;

/** Shows the published version and the actions that change it. Each requires a fresh proof of identity. */
function Publication({ plan, isDirty }: { plan: AdminPlanDto; isDirty: boolean }) {
  const router = useRouter();
  const mayChange = useRight("money.act");
  const [open, setOpen] = useState<keyof typeof acts | null>(null);
  const act: Act | null = open && acts[open];
  const { published, unpublished, publicationProposedAt: proposedAt, history, state } = plan;
  return (
    <Card>
      <CardHeading title="Publication">
        {published
          ? `Version ${published.version} applies to new investments.`
          : "Investors cannot see this plan yet."}
      </CardHeading>
      {unpublished && proposedAt && (
        <Notice tone="warning" title="Waiting for confirmation" className="mt-4">
          {`The publication of version ${unpublished.version} was requested on ${formatDateTime(proposedAt)}. Another administrator must confirm it. If you save changes, the request ends.`}
        </Notice>
      )}
      {published && unpublished && !proposedAt && (
        <Notice title="Unpublished changes" className="mt-4">
          {`Your changes are version ${unpublished.version}. They apply once you publish them.`}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        {mayChange && unpublished && !proposedAt && (
          <Button disabled={isDirty} onClick={() => setOpen("publish")}>
            {state === "closed" ? "Publish and reopen" : `Publish version ${unpublished.version}`}
          </Button>
        )}
        {mayChange && state === "closed" && (
          <Button variant="secondary" onClick={() => setOpen("reopen")}>
            Reopen plan
          </Button>
        )}
        {mayChange && state === "open" && (
          <Button variant="danger-quiet" onClick={() => setOpen("close")}>
            Close plan
          </Button>
        )}
        {state !== "draft" && <TextLink href={paths.plan(plan.slug)}>Public page</TextLink>}
      </div>
      {unpublished && !proposedAt && isDirty && (
        <p className="mt-3 text-sm text-muted">Save your changes before you publish.</p>
      )}
      {history.length > 0 && (
        <ul aria-label="Published versions" className="mt-5 border-t border-line pt-4 text-sm text-muted">
          {history.map(({ version, publishedAt }) => (
            <li key={version} className="py-0.5 figures">
              {`Version ${version}, published on ${formatDate(publishedAt)}`}
            </li>
          ))}
        </ul>
      )}
      {act && (
        <ActionDialog
          title={act.title}
          description={act.description}
          confirmLabel={act.label}
          busyLabel="Saving..."
          {...(act.tone && { tone: act.tone })}
          onClose={() => setOpen(null)}
          send={async () => {
            try {
              await call(act.endpoint, { params: { planId: plan._id }, body: { revision: plan.revision } });
            } catch (error) {
              if (!awaitsConfirmation(toApiError(error))) throw error;
            }
            toast.success(act.done);
            setOpen(null);
            router.refresh();
          }}
        />
      )}
    </Card>
  );
}

interface LongTextProps {
  name: keyof PlanValues;
  label: string;
  rule?: string;
  rows: number;
}

function LongText({ name, label, rule, rows }: LongTextProps) {
  const { field, fieldState } = useController<PlanValues>({ name });
  return (
    <Field label={label} rule={rule} error={fieldState.error?.message}>
      {(control) => <Textarea {...control} {...field} rows={rows} />}
    </Field>
  );
}

const percent = { inputMode: "decimal", autoComplete: "off" } as const;
const pair = "grid gap-5 sm:grid-cols-2";

function PlanFields() {
  const [returnKind, early] = useWatch<PlanValues, ["returnKind", "early"]>({
    name: ["returnKind", "early"],
  });
  return (
    <>
      <Card className="grid gap-5">
        <CardHeading title="About the plan" />
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField
          name="summary"
          label="Summary"
          rule="One sentence, for the list of plans."
          autoComplete="off"
        />
        <LongText name="description" label="How it works" rows={4} />
        <TextField
          name="risk"
          label="Risk rating"
          rule="A few words, such as Low to medium."
          autoComplete="off"
        />
      </Card>
      <Card className="grid gap-5">
        <CardHeading title="Amounts and tenor" />
        <div className={pair}>
          <TextField name="minimum" label="Minimum in naira" rule="For example, 250,000." {...percent} />
          <TextField
            name="step"
            label="Step in naira"
            rule="Investors can add whole steps to the minimum."
            {...percent}
          />
        </div>
        <TextField
          name="capacity"
          label="Capacity in naira"
          optional
          rule="The maximum for all investors together. Leave empty for no limit."
          {...percent}
        />
        <div className={pair}>
          <TextField name="tenorCount" label="Tenor" inputMode="numeric" autoComplete="off" />
          <SelectField name="tenorUnit" label="Tenor unit" options={{ months: "Months", days: "Days" }} />
        </div>
      </Card>
      <Card className="grid gap-5">
        <CardHeading title="Return">Calculated on actual days in a 365-day year.</CardHeading>
        <RadioField
          name="returnKind"
          label="Type of return"
          options={[
            { value: "fixed", label: "Fixed", description: "An annual rate you owe investors." },
            {
              value: "declared",
              label: "Declared",
              description: "A target range. The return is declared after each period and may be a loss.",
            },
          ]}
        />
        {returnKind === "fixed" ? (
          <TextField name="rate" label="Annual rate in percent" rule="For example, 12.5." {...percent} />
        ) : (
          <div className={pair}>
            <TextField name="low" label="Lowest annual target in percent" {...percent} />
            <TextField name="high" label="Highest annual target in percent" {...percent} />
          </div>
        )}
        <SelectField
          name="payout"
          label="Payment frequency"
          options={{ ...paymentFrequencies, maturity: "At the end of the tenor" }}
        />
        <div className={pair}>
          <TextField name="fee" label="Fee as a percentage of the return" {...percent} />
          <TextField
            name="withholdingTax"
            label="Withholding tax as a percentage of the return"
            {...percent}
          />
        </div>
      </Card>
      <Card className="grid gap-5">
        <CardHeading title="Early redemption">
          {returnKind === "declared" &&
            "With a declared return, a redemption takes effect at the end of its period, so it is not possible if everything is paid at the end of the tenor."}
        </CardHeading>
        <SelectField
          name="early"
          label="Can investors redeem early?"
          options={{ no: "No", yes: "Yes, from a certain day" }}
        />
        {early === "yes" && (
          <div className={pair}>
            <TextField name="earlyFrom" label="From day" inputMode="numeric" autoComplete="off" />
            <TextField
              name="earlyCharge"
              label="Charge as a percentage of the redeemed amount"
              {...percent}
            />
          </div>
        )}
      </Card>
      <Card className="grid gap-5">
        <CardHeading title="Texts" />
        <LongText
          name="riskText"
          label="Risk"
          rule="What can go wrong, and what investors can lose."
          rows={5}
        />
        <LongText name="termsText" label="Terms" rows={8} />
      </Card>
    </>
  );
}
