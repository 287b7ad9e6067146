"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import type { LineDto } from "@/lib/bank/schema";
import { formatKobo } from "@/lib/money";
import { countLines } from "./decided-lines";

/** Lazily loaded. */
const BookLinesDialog = dynamic(
  () => import("./decide-lines-dialog").then((module) => module.BookLinesDialog),
  {
    ssr: false,
  },
);
const IgnoreLinesDialog = dynamic(
  () => import("./decide-lines-dialog").then((module) => module.IgnoreLinesDialog),
  { ssr: false },
);
const RefundLinesDialog = dynamic(
  () => import("./decide-lines-dialog").then((module) => module.RefundLinesDialog),
  { ssr: false },
);
const dialogs = { book: BookLinesDialog, ignore: IgnoreLinesDialog, refund: RefundLinesDialog };

interface SelectionBarProps {
  lines: readonly LineDto[];
  clear: () => void;
  onDecided: (lines: readonly LineDto[]) => void;
}

/** Shows the actions for the selected lines. */
export function SelectionBar({ lines, clear, onDecided }: SelectionBarProps) {
  const [asked, setAsked] = useState<{ act: keyof typeof dialogs; lines: readonly LineDto[] } | null>(null);
  // The dialog shows what was left out, also after the other lines have left the list.
  const Asked = asked && dialogs[asked.act];
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return (
    <>
      {lines.length > 0 && (
        <div
          role="group"
          aria-label="Selected lines"
          className="sticky top-[calc(var(--header-height)+0.5rem)] z-20 flex flex-wrap items-center gap-2 rounded-card border border-accent-line bg-accent-soft px-4 py-2"
        >
          <span role="status" className="mr-auto text-[0.9375rem] font-medium figures">
            {`${countLines(lines.length)}, ${formatKobo(sum)}`}
          </span>
          <Button size="sm" onClick={() => setAsked({ act: "book", lines })}>
            Book as...
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAsked({ act: "ignore", lines })}>
            Ignore
          </Button>
          {lines.every(({ amount }) => !amount.startsWith("-")) && (
            <Button size="sm" variant="secondary" onClick={() => setAsked({ act: "refund", lines })}>
              Refund
            </Button>
          )}
          <IconButton label="Clear the selection" onClick={clear} className="-mr-2">
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
      {asked && Asked && (
        <Asked
          lines={asked.lines}
          onClose={() => setAsked(null)}
          onDecided={() => {
            onDecided(asked.lines);
            clear();
          }}
        />
      )}
    </>
  );
}
