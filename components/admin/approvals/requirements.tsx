"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { Switch } from "@/components/ui/switch";
import { approvals } from "@/lib/approvals/api";
import type { Requirement, RequirementDto } from "@/lib/approvals/requirement-schema";
import { call, toApiError } from "@/lib/contract/client";
import { awaitsConfirmation, WAITING } from "./second-approval";

const texts = {
  second_approval: {
    title: "Second approval",
    covers:
      "Another super administrator must confirm: deleting a user who has submitted a verification or is a possible duplicate; creating, inviting, promoting, demoting or deleting an administrator; approving a case with a serious finding, which senior reviewers can confirm, too.",
    on: "From then on, another super administrator must confirm each of these actions.",
    off: "Another super administrator must confirm this. Until then it stays on.",
  },
  guardian_consent: {
    title: "Consent of a parent or guardian",
    covers:
      "An applicant under 18 can be approved only after a parent or guardian has consented. While it is off, reviewers are warned.",
    on: "From then on, an applicant under 18 can't be approved without it.",
    off: "From then on, reviewers are only warned.",
  },
} as const satisfies Record<Requirement, Record<"title" | "covers" | "on" | "off", string>>;

interface RequirementsProps {
  requirements: readonly RequirementDto[];
  /** Whether a proposal to switch second approval off is pending. */
  isEnding: boolean;
}

/** Shows the requirements that super administrators can switch on (product 10.14, 10.24). */
export function Requirements({ requirements, isEnding }: RequirementsProps) {
  const [selected, setSelected] = useState<RequirementDto | null>(null);
  return (
    <section aria-labelledby="requirements">
      <Card>
        <CardHeading id="requirements" title="Requirements">
          Switching a requirement on takes effect immediately. We&apos;ll email all super administrators.
        </CardHeading>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {requirements.map((row) => (
            <li key={row.requirement} className="py-4">
              <Switch
                label={texts[row.requirement].title}
                checked={row.since !== null}
                onChange={() => setSelected(row)}
              >
                <span>{texts[row.requirement].covers}</span>
                <span className="block text-sm">
                  {describeState(row, row.requirement === "second_approval" && isEnding)}
                </span>
              </Switch>
            </li>
          ))}
        </ul>
      </Card>
      {selected && (
        <SwitchRequirement key={selected.requirement} {...selected} onClose={() => setSelected(null)} />
      )}
    </section>
  );
}

function describeState({ since, switchedOnBy }: RequirementDto, isEnding: boolean): string {
  if (!since) return "Off.";
  const by = switchedOnBy ? ` by ${switchedOnBy}` : "";
  return `On since ${formatDate(since)}${by}.${isEnding ? " The request to switch it off is waiting for confirmation." : ""}`;
}

function SwitchRequirement({ requirement, since, onClose }: RequirementDto & { onClose: () => void }) {
  const router = useRouter();
  const on = since === null;
  const { title, ...consequences } = texts[requirement];
  const isProposed = !on && requirement === "second_approval";
  const send = async () => {
    try {
      await call(approvals.switchRequirement, { params: { requirement }, body: { on } });
      toast.success(`${title}: ${on ? "required" : "no longer required"}`);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!awaitsConfirmation(error)) throw error;
      toast.info(WAITING, { description: error.message });
    } finally {
      router.refresh();
    }
    onClose();
  };
  return (
    <ActionDialog
      onClose={onClose}
      title={isProposed ? `Request switch-off: ${title}?` : `Switch ${on ? "on" : "off"}: ${title}?`}
      description={consequences[on ? "on" : "off"]}
      confirmLabel={isProposed ? "Request switch-off" : `Switch ${on ? "on" : "off"}`}
      busyLabel="Saving..."
      send={send}
    />
  );
}
