import { CircleCheck } from "lucide-react";
import { checkNames, type CheckDto } from "@/lib/review/checks/schema";
import { Jumps } from "../findings/jumps";

/** Lists comparisons between answers that found no problem (product 10.19). */
export const CheckList = ({ checks }: { checks: readonly CheckDto[] }) =>
  checks.length > 0 && (
    <ul className="grid gap-3">
      {checks.map(({ check, explanation, fields }) => (
        <li key={check} className="flex gap-2.5">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
          <div className="min-w-0 flex-1 break-words">
            <p>
              <span className="font-medium">{`${checkNames[check]}: `}</span>
              <span>{explanation}</span>
            </p>
            <Jumps answers={fields} />
          </div>
        </li>
      ))}
    </ul>
  );
