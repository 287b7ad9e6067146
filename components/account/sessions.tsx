"use client";

import { CircleHelp, Monitor, Smartphone } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { formatDateTime } from "@/components/ui/format";
import { endOtherSessionsAction, endSessionAction } from "@/lib/http/account-actions";
import type { SessionDto } from "@/lib/account/dto";
import { toApiError } from "@/lib/contract/client";
import { useAction } from "./use-action";

const icons = { phone: Smartphone, computer: Monitor, other: CircleHelp } as const;

/** Shows the user's sessions, each with a button that ends it. */
export function Sessions({ sessions }: { sessions: readonly SessionDto[] }) {
  const router = useRouter();
  const run = useAction();
  const [ending, setEnding] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const others = sessions.filter(({ current }) => !current);

  /** `what` is the session's id, or `others`. */
  const end = async (what: string, action: () => Promise<unknown>, message: string) => {
    if (ending) return;
    setEnding(what);
    try {
      await action();
      toast.success(message);
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    setEnding(null);
    setConfirming(false);
    router.refresh();
  };
  const endOne = ({ _id, device }: SessionDto) =>
    end(_id, () => run(endSessionAction, { sessionId: _id }), `Logged out: ${device.name}`);
  const endOthers = () =>
    end("others", () => run(endOtherSessionsAction, undefined), "All other devices are logged out");

  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map((session) => {
          const { _id, device, signedInAt, lastSeenAt, current } = session;
          const Icon = icons[device.kind];
          return (
            <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 sm:flex-nowrap">
              <span
                aria-hidden
                className="hidden size-10 shrink-0 place-items-center rounded-control bg-sunken text-muted sm:grid"
              >
                <Icon className="size-5" />
              </span>
              <div className="min-w-0 grow basis-60">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
                  <span>{device.name}</span>
                  {current && <Badge tone="success">This device</Badge>}
                </p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-sm leading-6 text-muted figures">
                  <span>{`Logged in on ${formatDateTime(signedInAt)}`}</span>
                  <span>{current ? "Active now" : `Last active ${formatDateTime(lastSeenAt)}`}</span>
                </p>
              </div>
              {!current && (
                <Button
                  variant="secondary"
                  size="sm"
                  busy={ending === _id}
                  onClick={() => void endOne(session)}
                >
                  Log out <span className="sr-only"> {device.name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others.length > 0 ? (
        <Button variant="danger-quiet" className="mt-4 -ml-4" onClick={() => setConfirming(true)}>
          Log out all other devices
        </Button>
      ) : (
        <p className="mt-4 text-[0.9375rem] text-muted">You are not logged in anywhere else.</p>
      )}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={others.length === 1 ? "Log out 1 other device?" : `Log out ${others.length} other devices?`}
        description="You will have to log in again on those devices, and any unsaved changes there will be lost. You stay logged in here."
        confirmLabel="Log out other devices"
        tone="danger"
        busy={ending === "others"}
        onConfirm={() => void endOthers()}
      />
    </>
  );
}
