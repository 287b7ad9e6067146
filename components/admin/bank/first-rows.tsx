import { cn } from "@/components/ui/cn";
import type { PreviewDto } from "@/lib/bank/schema";

interface FirstRowsProps {
  rows: PreviewDto["rows"];
  headerRow: number | undefined;
  /** What each column means, by index. */
  meanings: readonly string[];
}

const cellClass = "max-w-56 px-3 py-1.5 text-left align-top whitespace-nowrap overflow-hidden text-ellipsis";

/** Shows the rows around the headings of a file, which scroll sideways within their frame. */
export const FirstRows = ({ rows, headerRow, meanings }: FirstRowsProps) => (
  <section
    aria-label="First rows of the file"
    // The keyboard scrolls what has the focus.
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-control border border-line text-sm leading-5"
  >
    <table className="border-collapse">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className={cellClass}>
            Row
          </th>
          {meanings.map((meaning, index) => (
            <th key={index} scope="col" className={cellClass}>
              {meaning ? `${index + 1}: ${meaning}` : index + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, cells }) => (
          <tr
            key={number}
            className={cn("border-b border-line last:border-0", number === headerRow && "font-medium")}
          >
            <th scope="row" className={cn(cellClass, "figures font-normal text-muted")}>
              {number}
            </th>
            {meanings.map((_, index) => (
              <td key={index} className={cellClass}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
