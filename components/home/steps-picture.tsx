import { Check, Clock, FileText, Lock } from "lucide-react";
import { cn } from "@/components/ui/cn";

const rows = [
  { title: "Bio Data", note: "Personal Information", done: true },
  { title: "Next of Kin", note: "Someone we can contact", done: true },
  { title: "Account Details", note: "Bank Account Information", done: true },
  { title: "KYC Documents", note: "Required Documents", done: false },
];

/** An illustration of the verification. It is decorative: the adjacent text has the same content. */
export function StepsPicture() {
  return (
    <div
      aria-hidden
      className="relative isolate mx-auto w-full max-w-md select-none lg:mx-0 lg:justify-self-end"
    >
      <div className="absolute -inset-x-6 -inset-y-8 -z-10 rounded-[2rem] bg-accent-soft sm:-inset-x-10 sm:-inset-y-10" />
      <div className="rounded-2xl border border-line bg-surface p-5 shadow-raised sm:p-6">
        <div className="flex items-center justify-between gap-4">
          <span className="font-medium">Your verification</span>
          <span className="flex items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-0.5 text-sm font-medium text-warning">
            <Clock className="size-4" />
            In progress
          </span>
        </div>
        <div className="mt-4 h-1.5 overflow-hidden rounded-full bg-line">
          <div className="h-full w-3/4 rounded-full bg-accent" />
        </div>
        <ul className="mt-5 grid gap-3.5">
          {rows.map((row, index) => (
            <li key={row.title} className="flex items-center gap-3">
              <span
                className={cn(
                  "grid size-7 place-items-center rounded-full text-sm font-medium figures",
                  row.done
                    ? "bg-accent text-on-accent"
                    : "bg-accent-soft text-accent-strong ring-2 ring-accent",
                )}
              >
                {row.done ? <Check className="size-4" /> : index + 1}
              </span>
              <span>
                <span className="block text-[0.9375rem] leading-5 font-medium">{row.title}</span>
                <span className="block text-sm text-muted">{row.note}</span>
              </span>
            </li>
          ))}
        </ul>
        <div className="mt-5 grid gap-2.5 border-t border-line pt-5">
          <DocumentRow name="International passport" tail="••••••• 4821" />
          <DocumentRow name="Utility bill" tail="Not older than 3 months" />
        </div>
      </div>
      <div className="absolute -bottom-5 left-5 flex items-center gap-2 rounded-full border border-line bg-surface px-3.5 py-2 text-sm shadow-raised sm:left-8">
        <Lock className="size-4 text-accent" />
        Your numbers are encrypted
      </div>
    </div>
  );
}

function DocumentRow({ name, tail }: { name: string; tail: string }) {
  return (
    <div className="flex items-center gap-3 rounded-control bg-sunken px-3.5 py-3">
      <FileText className="size-5 text-muted" />
      <span className="flex-1 text-[0.9375rem]">{name}</span>
      <span className="text-sm text-muted figures">{tail}</span>
    </div>
  );
}
