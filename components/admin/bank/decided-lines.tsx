import type { DialogContent } from "@/components/forms/form-dialog";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { DecidedDto, LineDto } from "@/lib/bank/schema";
import { formatKobo } from "@/lib/money";

/** Returns a number of lines in words, such as `37 lines`. */
export const countLines = (count: number): string => `${count} ${count === 1 ? "line" : "lines"}`;

/** Returns the content of the dialog once lines were decided: those that were left out, with the reasons. */
export const decidedContent = (
  { count, skipped }: DecidedDto,
  lines: readonly LineDto[],
): Pick<DialogContent, "title" | "children"> => ({
  title: `${countLines(count)} decided, ${skipped.length} left out`,
  children: (
    <Notice tone="warning" title="These lines are not decided" role="status">
      <ul className="grid gap-2">
        {skipped.map(({ _id, reason }) => {
          const line = lines.find((each) => each._id === _id);
          return (
            <li key={_id}>
              {line && (
                <span className="font-medium figures">
                  {`${formatKobo(BigInt(line.amount))} of ${formatDate(line.on)}: `}
                </span>
              )}
              <span>{reason}</span>
            </li>
          );
        })}
      </ul>
    </Notice>
  ),
});
