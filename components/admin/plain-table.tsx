/** A small table of figures, narrow enough for a phone as it is. */
export function PlainTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <table aria-label={label} className="w-full text-[0.9375rem] figures">
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          {head.map((title, index) => (
            <th
              key={title}
              scope="col"
              className={index === 0 ? "py-2 text-left font-medium" : "py-2 text-right font-medium"}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 text-left font-normal">
              {first}
            </th>
            {rest.map((cell, index) => (
              <td key={index} className="py-2 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
