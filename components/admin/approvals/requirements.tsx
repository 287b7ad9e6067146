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
import type { Requirement, RequirementDto } from "@/lib/review/requirement-schema";

const labels = {
  guardian_consent: {
    title: "Consent of a parent or guardian",
    covers:
      "An applicant under 18 can be approved only after a parent or guardian has consented. While it is off, reviewers are warned.",
  },
} as const satisfies Record<Requirement, { title: string; covers: string }>;

/** What an approval requires (product 10.24). */
export function Requirements({ requirements }: { requirements: readonly RequirementDto[] }) {
  const [selected, setSelected] = useState<RequirementDto | null>(null);
  return (
    <section aria-labelledby="requirements">
      <Card>
        <CardHeading id="requirements" title="What an approval requires">
          Switching takes effect at once. We email all super administrators.
        </CardHeading>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {requirements.map((row) => (
            <li key={row.requirement} className="py-4">
              <Switch
                label={labels[row.requirement].title}
                checked={row.since !== null}
                onChange={() => setSelected(row)}
              >
                <span>{labels[row.requirement].covers}</span>
                <span className="block text-sm">
                  {row.since ? `On since ${formatDate(row.since)}.` : "Off."}
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

function SwitchRequirement({ requirement, since, onClose }: RequirementDto & { onClose: () => void }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const on = since === null;
  const { title } = labels[requirement];
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await call(settings.switchRequirement, { params: { requirement }, body: { on } });
      toast.success(`${title}: ${on ? "required" : "no longer required"}`);
      onClose();
    } catch (failure) {
      setError(toApiError(failure).message);
    }
    setBusy(false);
    router.refresh();
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Switch ${on ? "on" : "off"}: ${title}?`}
      description={
        on
          ? "From then on an applicant under 18 cannot be approved without it."
          : "From then on reviewers are only warned."
      }
      confirmLabel={on ? "Switch on" : "Switch off"}
      busyLabel="Saving..."
      busy={busy}
      error={error}
      onConfirm={() => void send()}
    />
  );
}
