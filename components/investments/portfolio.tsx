import { Card } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import type { PortfolioDto } from "@/lib/investments/schema";
import { formatExact } from "@/lib/money";
import { ValuePlot } from "./value-plot";

const naira = (amount: string) => formatExact(BigInt(amount));

/** Shows an investor's totals, and their value over time as a plot and a table. */
export function Portfolio({ portfolio }: { portfolio: PortfolioDto }) {
  const { invested, value, due, paidOut, points } = portfolio;
  const figures = [
    { title: "Invested", amount: invested },
    { title: "Value today", amount: value },
    { title: "Due to you", amount: due },
    { title: "Paid out", amount: paidOut },
  ];
  return (
    <Card className="grid gap-6">
      <Figures figures={figures} />
      {points.length > 1 && <ValueOverTime points={points} />}
    </Card>
  );
}

/** Shows amounts in kobo with their titles. */
export const Figures = ({ figures }: { figures: readonly { title: string; amount: string }[] }) => (
  <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
    {figures.map(({ title, amount }) => (
      <div key={title} className="flex min-w-0 items-baseline justify-between gap-4 sm:block">
        <dt className="text-sm text-muted">{title}</dt>
        <dd className="mt-0.5 text-lg font-semibold [overflow-wrap:anywhere] figures sm:text-xl">
          {naira(amount)}
        </dd>
      </div>
    ))}
  </dl>
);

function ValueOverTime({ points }: Pick<PortfolioDto, "points">) {
  return (
    <figure className="grid gap-4">
      <figcaption className="text-sm text-muted">
        Value at the end of each month, and today. Targets are not included.
      </figcaption>
      <ValuePlot
        label="Value over time"
        points={points.map(({ day, value }) => ({ day, value: BigInt(value) }))}
      />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent">
          Show as a table
        </summary>
        <table className="w-full max-w-md text-[0.9375rem] figures">
          <thead>
            <tr className="border-b border-line text-left text-sm text-muted">
              <th scope="col" className="py-2 font-medium">
                Day
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 text-left font-normal">
                  {formatDate(day)}
                </th>
                <td className="py-2 text-right">{naira(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
