import { Card, CardHeading } from "@/components/ui/card";
import { formatCount, formatDate } from "@/components/ui/format";
import type { NamedDailyReads } from "@/lib/review/cases/reads";

/** Shows how many users each administrator opened on each of the last seven days (product 10.11). */
export function ReadsPerDay({ reads }: { reads: readonly NamedDailyReads[] }) {
  return (
    <section aria-labelledby="reads-per-day">
      <Card>
        <CardHeading id="reads-per-day" title="Opened by administrators">
          How many users&apos; data each administrator opened on each of the last 7 days.
        </CardHeading>
        {reads.length === 0 ? (
          <p className="mt-4 text-[0.9375rem] text-muted">No data was opened in the last 7 days.</p>
        ) : (
          <table className="mt-4 w-full text-left text-[0.9375rem]">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="py-2 pr-3 font-normal">
                  Day
                </th>
                <th scope="col" className="py-2 pr-3 font-normal">
                  Administrator
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  Users
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {reads.map(({ day, readerId, reader, users }) => (
                <tr key={`${day}-${readerId}`}>
                  <td className="py-2.5 pr-3 figures">{formatDate(day)}</td>
                  <td className="py-2.5 pr-3 [overflow-wrap:anywhere]">
                    {reader ?? "Deleted administrator"}
                  </td>
                  <td className="py-2.5 text-right figures">{formatCount(users)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </section>
  );
}
