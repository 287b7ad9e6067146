import type { Column } from "@/components/data-table/data-table";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { decisionText } from "@/components/admin/acts/decision-text";
import { formatDate } from "@/components/ui/format";
import { isolate } from "@/lib/bidi";
import { lineLabels, type AmountFit, type LineDto } from "@/lib/bank/schema";
import { categories } from "@/lib/ledger/category-rules";
import { ReportButton } from "../suspicions/report-button";
import { formatExact, formatKobo } from "@/lib/money";

const bookingLabel = (bookedAs: NonNullable<LineDto["bookedAs"]>): string =>
  bookedAs === "payout" ? "Payout" : categories[bookedAs].label;

const fitLabels: Record<AmountFit, { label: string; tone: Tone }> = {
  exact: { label: "To check", tone: "warning" },
  little: { label: "Underpaid", tone: "warning" },
  much: { label: "Overpaid", tone: "warning" },
  late: { label: "Duplicate or late", tone: "danger" },
};

/** Returns the state of a line in a few words. */
export function lineLabel({ state, amount, proposal, payouts, bookedAs, isByHand }: LineDto): {
  label: string;
  tone: Tone;
  detail: string | null;
} {
  if (state !== "waiting") {
    const detail = bookedAs ? bookingLabel(bookedAs) : isByHand ? "Manual receipt" : null;
    return { label: lineLabels[state], tone: state === "matched" ? "success" : "neutral", detail };
  }
  if (payouts[0]?.isExact)
    return {
      label: amount.startsWith("-") ? "Payout" : "Returned payout",
      tone: "info",
      detail: `${payouts[0].reference}, ${payouts[0].payee}`,
    };
  if (amount.startsWith("-")) return { label: "Money out", tone: "neutral", detail: null };
  if (!proposal) return { label: "Unknown", tone: "warning", detail: "No matching investment" };
  if (proposal.isExact) return { label: "Exact", tone: "success", detail: proposal.reason };
  // The amount of a line for several investments is compared with none of them.
  const fit = proposal.by === "several" ? "exact" : proposal.fit;
  return { ...fitLabels[fit], detail: proposal.reason };
}

/** Whether the proposal can be confirmed with one click. */
const canConfirm = ({ proposal, payouts }: LineDto): boolean =>
  proposal?.isExact === true || payouts[0]?.isExact === true;

interface Actions {
  confirm: (line: LineDto) => void;
  decide: (line: LineDto) => void;
  undo: (line: LineDto) => void;
  /** The line being confirmed. */
  busyId: string | null;
}

export const columnsFor = ({ confirm, decide, undo, busyId }: Actions): Column<LineDto>[] => [
  {
    title: "STATEMENT LINE",
    label: null,
    className: "text-left [overflow-wrap:anywhere]! sm:w-[32%]",
    cell: ({ narration, counterparty, bankReference }) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{counterparty || narration || "No narration"}</span>
        {counterparty && narration && <span className="text-sm text-muted">{narration}</span>}
        {bankReference && (
          <span translate="no" className="text-sm text-muted">
            {bankReference}
          </span>
        )}
      </span>
    ),
  },
  { title: "DAY", label: "Day", className: "figures md:min-w-28", cell: ({ on }) => formatDate(on) },
  {
    title: "AMOUNT",
    label: "Amount",
    isAmount: true,
    cell: ({ amount }) => formatExact(BigInt(amount)),
  },
  {
    title: "FOR",
    label: "For",
    className: "[overflow-wrap:anywhere]!",
    cell: (line) => {
      const { label, tone, detail } = lineLabel(line);
      const references = line.proposal ? line.allocations : line.investments;
      return (
        <span className="grid justify-items-end gap-1 sm:justify-items-start">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {references.length > 0 && (
            <span translate="no" className="figures">
              {references.map(({ reference }) => reference).join(", ")}
            </span>
          )}
          {line.proposal && <span>{line.proposal.investor}</span>}
          {line.proposal?.otherSender && (
            <span className="text-sm text-warning">
              {`Sender: ${isolate(line.proposal.otherSender)}, not the investor ${isolate(line.proposal.investor)}`}
            </span>
          )}
          {(line.note ?? detail) && <span className="text-sm text-muted">{line.note ?? detail}</span>}
          {line.decision && <span className="text-sm text-muted">{decisionText(line.decision)}</span>}
          <ReportButton
            thing="statement_line"
            thingId={line._id}
            about={`${formatKobo(BigInt(line.amount))} of ${formatDate(line.on)}`}
            isInRow
          />
        </span>
      );
    },
  },
  {
    title: "DECIDE",
    label: null,
    cell: (line) =>
      line.actId !== null ? (
        <Button variant="secondary" size="sm" data-row-link={line._id} onClick={() => undo(line)}>
          Undo
          <span className="sr-only">{` the decision about ${formatKobo(BigInt(line.amount))} from ${formatDate(line.on)}`}</span>
        </Button>
      ) : (
        line.state === "waiting" && (
          <span className="flex flex-wrap gap-2 sm:grid sm:justify-items-start">
            {canConfirm(line) && (
              <Button size="sm" busy={busyId === line._id} onClick={() => confirm(line)}>
                Match
                <span className="sr-only">
                  {` with ${line.proposal?.isExact ? line.proposal.reference : line.payouts[0]!.reference}`}
                </span>
              </Button>
            )}
            <Button variant="secondary" size="sm" data-row-link={line._id} onClick={() => decide(line)}>
              Decide
              <span className="sr-only">{` on ${formatKobo(BigInt(line.amount))} from ${formatDate(line.on)}`}</span>
            </Button>
          </span>
        )
      ),
  },
];
