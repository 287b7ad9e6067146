import { Notice } from "@/components/ui/notice";
import { formatDate } from "@/components/ui/format";
import type { ChainDto, SidesDto } from "@/lib/bank/schema";
import { formatExact } from "@/lib/money";

/** Shows the balances of a statement, and the two sides that do not agree. */
export const Chain = ({ chain: { opening, closing, sides, gap } }: { chain: ChainDto }) => (
  <div className="grid gap-3">
    <dl className="grid gap-x-8 gap-y-1 text-[0.9375rem] leading-6 sm:grid-cols-2">
      {[
        ["Balance before", opening],
        ["Balance after", closing],
      ].map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium figures">{formatExact(BigInt(amount!))}</dd>
        </div>
      ))}
    </dl>
    {gap === "open" && (
      <Notice tone="warning" title="Lines are missing">
        The file does not continue the statements of this account. Import the statement in between first. If
        the bank cannot give it, a second administrator can accept the gap.
      </Notice>
    )}
    {gap === "accepted" && (
      <Notice tone="info" title="The gap was accepted">
        Two administrators have accepted that lines are missing beside this file.
      </Notice>
    )}
    {sides && <Sides sides={sides} />}
  </div>
);

const labels = { file: "In the file", stored: "In the account" } as const;

const Sides = ({ sides }: { sides: SidesDto }) => (
  <ul
    aria-label="Where they differ"
    className="divide-y divide-line rounded-control border border-line text-[0.9375rem]"
  >
    {(["file", "stored"] as const).map((side) => {
      const { on, amount, balance } = sides[side];
      return (
        <li key={side} className="grid gap-x-4 px-3 py-2 leading-6 sm:grid-cols-[9rem_1fr_auto_auto]">
          <span className="text-muted">{labels[side]}</span>
          <span className="figures">{formatDate(on)}</span>
          <span className="figures">{formatExact(BigInt(amount))}</span>
          <span className="font-medium figures">{`balance ${formatExact(BigInt(balance))}`}</span>
        </li>
      );
    })}
  </ul>
);
