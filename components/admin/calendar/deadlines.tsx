"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Allowed } from "@/components/auth/allowed";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { Select } from "@/components/ui/input";
import { calendar } from "@/lib/calendar/api";
import { MAX_BUSINESS_DAYS, reviewDeadlineSchema, type ReviewDeadlineDto } from "@/lib/calendar/schema";
import { call } from "@/lib/contract/client";

const queueNames = {
  startup: "Startup founders",
  personal: "Personal investors",
  corporate: "Corporate investors",
} as const satisfies Record<ReviewDeadlineDto["queue"], string>;

const describeDays = (count: number) => `${count} business day${count === 1 ? "" : "s"}`;

/** Shows the deadline of every queue. */
export function Deadlines({ deadlines }: { deadlines: readonly ReviewDeadlineDto[] }) {
  const [selected, setSelected] = useState<ReviewDeadlineDto | null>(null);
  return (
    <section aria-labelledby="deadlines">
      <Card>
        <CardHeading id="deadlines" title="Deadlines">
          A decision is due at 17:00 on the last of these days. The day of submission does not count. A new
          submission starts a new deadline.
        </CardHeading>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {deadlines.map((deadline) => (
            <li key={deadline.queue} className="flex items-center justify-between gap-4 py-3">
              <span className="min-w-0">
                <span className="block font-medium">{queueNames[deadline.queue]}</span>
                <span className="text-[0.9375rem] text-muted">{describeDays(deadline.businessDays)}</span>
              </span>
              <Allowed to="site.change">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Change the deadline: ${queueNames[deadline.queue]}`}
                  onClick={() => setSelected(deadline)}
                >
                  Change
                </Button>
              </Allowed>
            </li>
          ))}
        </ul>
      </Card>
      {selected && <DeadlineDialog {...selected} onClose={() => setSelected(null)} />}
    </section>
  );
}

function DeadlineDialog({ queue, businessDays, onClose }: ReviewDeadlineDto & { onClose: () => void }) {
  const router = useRouter();
  const form = useForm({ resolver: zodResolver(reviewDeadlineSchema), defaultValues: { businessDays } });
  const error = form.formState.errors.businessDays?.message;
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await call(calendar.setReviewDeadline, { params: { queue }, body });
        toast.success("Deadline saved");
        onClose();
        router.refresh();
      }}
      title={`Deadline: ${queueNames[queue]}`}
      description="This also applies to pending submissions."
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field label="Business days" error={error}>
        {(control) => (
          <Select {...control} {...form.register("businessDays", { valueAsNumber: true })}>
            {Array.from({ length: MAX_BUSINESS_DAYS }, (_, index) => index + 1).map((count) => (
              <option key={count} value={count}>
                {describeDays(count)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
