"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Card, CardHeading } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { formatDate } from "@/components/ui/format";
import { Switch } from "@/components/ui/switch";
import { call, toApiError } from "@/lib/contract/client";
import { settings } from "@/lib/contract/endpoints/settings";
import type { ApprovalRule, ApprovalRuleDto } from "@/lib/proposals/schema";
import { awaitsConfirmation, WAITING } from "../second-approval";

const labels = {
  deletions: { title: "Deletions", covers: "Deleting a user who has submitted a verification." },
  administrators: {
    title: "Administrators",
    covers: "Creating, inviting, promoting, demoting or deleting an administrator.",
  },
  flagged_approvals: {
    title: "Flagged approvals",
    covers:
      "Approving a case with possible duplicates, erased data or a conflict of interest, and demoting or deleting an administrator.",
  },
} as const satisfies Record<ApprovalRule, { title: string; covers: string }>;

interface RulesProps {
  rules: readonly ApprovalRuleDto[];
  /** Rules with a pending proposal to switch them off. */
  ending: readonly ApprovalRule[];
}

export function Rules({ rules, ending }: RulesProps) {
  const [selected, setSelected] = useState<ApprovalRuleDto | null>(null);
  return (
    <section aria-labelledby="rules">
      <Card>
        <CardHeading id="rules" title="What needs a second approval">
          Switching on takes effect at once. Switching off needs a second super administrator, too.
        </CardHeading>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {rules.map((rule) => (
            <li key={rule.rule} className="py-4">
              <Switch
                label={labels[rule.rule].title}
                checked={rule.since !== null}
                onChange={() => setSelected(rule)}
              >
                <span>{labels[rule.rule].covers}</span>
                <span className="block text-sm">{describeState(rule, ending.includes(rule.rule))}</span>
              </Switch>
            </li>
          ))}
        </ul>
      </Card>
      {selected && <SwitchRule key={selected.rule} {...selected} onClose={() => setSelected(null)} />}
    </section>
  );
}

function describeState({ since, switchedOnBy }: ApprovalRuleDto, isEnding: boolean): string {
  if (!since) return "Off: one administrator is enough.";
  const by = switchedOnBy ? ` by ${switchedOnBy}` : "";
  return `On since ${formatDate(since)}${by}.${isEnding ? " Switching it off needs a confirmation, which is pending." : ""}`;
}

function SwitchRule({ rule, since, onClose }: ApprovalRuleDto & { onClose: () => void }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const turnsOn = since === null;
  const name = labels[rule].title;
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await call(settings.switchApprovalRule, { params: { rule }, body: { on: turnsOn } });
      toast.success(`${name}: second approval is ${turnsOn ? "on" : "off"}`);
      onClose();
    } catch (failure) {
      const failed = toApiError(failure);
      if (awaitsConfirmation(failed)) {
        toast.info(WAITING, { description: failed.message });
        onClose();
      } else setError(failed.message);
    }
    setBusy(false);
    router.refresh();
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={turnsOn ? `Switch on: ${name}?` : `Request switch-off: ${name}?`}
      description={
        turnsOn
          ? "From then on another super administrator must confirm each one. We email all super administrators."
          : "Another super administrator must confirm this. Until then it stays on."
      }
      confirmLabel={turnsOn ? "Switch on" : "Request switch-off"}
      busyLabel="Sending..."
      busy={busy}
      error={error}
      onConfirm={() => void send()}
    />
  );
}
