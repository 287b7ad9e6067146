import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { LineRulePreviewDto } from "@/lib/bank/line-rule-schema";
import { formatExact, formatKobo } from "@/lib/money";
import { countLines } from "./decided-lines";

type PreviewLine = LineRulePreviewDto["lines"][number];

const Lines = ({ label, lines }: { label: string; lines: readonly PreviewLine[] }) => (
  <ul
    aria-label={label}
    // The keyboard scrolls what has the focus.
    tabIndex={0}
    className="grid max-h-56 gap-2 overflow-y-auto rounded-control border border-line p-3 text-sm leading-5"
  >
    {lines.map(({ _id, on, amount, narration, counterparty, decided }) => (
      <li key={_id} className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span>{[counterparty, narration].filter(Boolean).join(": ") || "No narration"}</span>
          <span className="block text-muted">{`${formatDate(on)}, ${decided ?? "pending"}`}</span>
        </span>
        <span className="shrink-0 figures">{formatExact(BigInt(amount))}</span>
      </li>
    ))}
  </ul>
);

/** Shows what a rule would have booked, and what a person has decided otherwise. */
export function RulePreview({ preview }: { preview: LineRulePreviewDto }) {
  const { count, sum, waiting, disputed, lines, otherwise, isPartial } = preview;
  return (
    <section
      aria-label="Result of the trial"
      ref={(section) => section?.scrollIntoView({ block: "nearest" })}
      className="grid gap-3"
    >
      <p role="status" className="figures">
        <span className="font-medium">{`${countLines(count)} in 12 months, ${formatKobo(BigInt(sum))}.`}</span>
        {waiting > 0 && (
          <span>{` ${countLines(waiting)} of these pending: booked when you save the rule.`}</span>
        )}
        {disputed > 0 && (
          <span>{` ${countLines(disputed)} pending are left to you: another rule books them otherwise.`}</span>
        )}
        {isPartial && <span> Older lines of these 12 months were not read.</span>}
      </p>
      {otherwise.count > 0 && (
        <Notice tone="warning" title={`${countLines(otherwise.count)} were decided otherwise`}>
          Make the text longer if these must not be booked by the rule.
        </Notice>
      )}
      {otherwise.count > 0 && <Lines label="Decided otherwise" lines={otherwise.lines} />}
      {lines.length > 0 && <Lines label={`The first ${lines.length} lines`} lines={lines} />}
    </section>
  );
}
