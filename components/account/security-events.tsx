import { formatDateTime } from "@/components/ui/format";
import type { SecurityEventDto, SecurityEventKind } from "@/lib/auth/security-event-dto";

const labels: Record<SecurityEventKind, string> = {
  login: "Logged in",
  password_failed: "Wrong password",
  code_failed: "Wrong two-step login code",
  new_device: "First login on this device",
  passkey_failed: "Rejected passkey",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  step_up: "Confirmed your identity",
  password_reset: "Password set with an emailed link",
  password_changed: "Password changed",
};

/** Shows the latest security events of an account. */
export function SecurityEvents({ events }: { events: readonly SecurityEventDto[] }) {
  if (events.length === 0) return <p className="text-[0.9375rem] text-muted">No activity yet.</p>;
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line" tabIndex={0}>
      {events.map(({ _id, kind, at, device, network }) => (
        <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
          <p className="font-medium">{labels[kind]}</p>
          <p className="text-sm text-muted figures">{formatDateTime(at)}</p>
          <p className="basis-full text-sm text-muted">{`${device}, from ${network}`}</p>
        </li>
      ))}
    </ul>
  );
}
