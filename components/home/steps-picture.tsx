import { Check, Clock, FileText, Lock } from "lucide-react";
import { cn } from "@/components/ui/cn";

const rows = [
  { title: "Bio Data", note: "Personal Information", done: true },
  { title: "Next of Kin", note: "Somebody we can reach for you", done: true },
  { title: "Account Details", note: "Bank Account Information", done: true },
  { title: "KYC Documents", note: "Required Documents", done: false },
];

/** What verification looks like, drawn with the product's own means. Decoration: the text beside it says the same. */
export function StepsPicture() {
  return (
    <div
      aria-hidden
      className="relative isolate mx-auto w-full max-w-md select-none lg:mx-0 lg:justify-self-end"
    >
      <div className="bg-accent-soft absolute -inset-x-6 -inset-y-8 -z-10 rounded-[2rem] sm:-inset-x-10 sm:-inset-y-10" />
      <div className="border-line bg-surface shadow-raised rounded-2xl border p-5 sm:p-6">
        <div className="flex items-center justify-between gap-4">
          <span className="font-medium">Your verification</span>
          <span className="bg-warning-soft text-warning flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium">
            <Clock className="size-4" />
            In progress
          </span>
        </div>
        <div className="bg-line mt-4 h-1.5 overflow-hidden rounded-full">
          <div className="bg-accent h-full w-3/4 rounded-full" />
        </div>
        <ul className="mt-5 grid gap-3.5">
          {rows.map((row, index) => (
            <li key={row.title} className="flex items-center gap-3">
              <span
                className={cn(
                  "figures grid size-7 place-items-center rounded-full text-sm font-medium",
                  row.done
                    ? "bg-accent text-on-accent"
                    : "bg-accent-soft text-accent-strong ring-accent ring-2",
                )}
              >
                {row.done ? <Check className="size-4" /> : index + 1}
              </span>
              <span>
                <span className="block text-[0.9375rem] leading-5 font-medium">{row.title}</span>
                <span className="text-muted block text-sm">{row.note}</span>
              </span>
            </li>
          ))}
        </ul>
        <div className="border-line mt-5 grid gap-2.5 border-t pt-5">
          <Paper name="International passport" tail="••••••• 4821" />
          <Paper name="Utility bill" tail="Not older than 3 months" />
        </div>
      </div>
      <div className="border-line bg-surface shadow-raised absolute -bottom-5 left-5 flex items-center gap-2 rounded-full border px-3.5 py-2 text-sm sm:left-8">
        <Lock className="text-accent size-4" />
        Numbers are stored encrypted
      </div>
    </div>
  );
}

function Paper({ name, tail }: { name: string; tail: string }) {
  return (
    <div className="rounded-control bg-sunken flex items-center gap-3 px-3.5 py-3">
      <FileText className="text-muted size-5" />
      <span className="flex-1 text-[0.9375rem]">{name}</span>
      <span className="figures text-muted text-sm">{tail}</span>
    </div>
  );
}
