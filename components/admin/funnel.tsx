import type { StatisticsDto } from "@/lib/users/dto";
import { formatCount, percent } from "./labels";
import { PlainTable } from "./plain-table";

type Funnel = StatisticsDto["funnel"];

const stages: readonly { name: keyof Funnel; label: string }[] = [
  { name: "registered", label: "Registered" },
  { name: "proved", label: "Email verified" },
  { name: "chosen", label: "Role chosen" },
  { name: "submitted", label: "Submitted" },
  { name: "approved", label: "Approved" },
];

/** Each stage as a bar of the first, and how many of the stage before came so far. */
export function FunnelPlot({ funnel }: { funnel: Funnel }) {
  const most = Math.max(1, funnel.registered);
  return (
    <ol className="grid gap-4" aria-label="From registration to approval">
      {stages.map(({ name, label }, index) => {
        const before = stages[index - 1];
        return (
          <li key={name}>
            <div className="grid grid-cols-[1fr_auto_9.5rem] items-baseline gap-2 text-[0.9375rem]">
              <span>{label}</span>
              <span className="font-semibold figures">{formatCount(funnel[name])}</span>
              <span className="text-right text-sm whitespace-nowrap text-muted figures">
                {before ? `${percent(funnel[name], funnel[before.name])}% of previous step` : "all users"}
              </span>
            </div>
            <div aria-hidden className="mt-1.5 h-5 rounded-md bg-sunken">
              <div
                className="h-full rounded-md bg-accent"
                style={{ width: `${(funnel[name] / most) * 100}%`, opacity: 1 - index * 0.12 }}
              />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

export function FunnelTable({ funnel }: { funnel: Funnel }) {
  return (
    <PlainTable
      label="From registration to approval"
      head={["Step", "Users", "% of registered"]}
      rows={stages.map(({ name, label }) => [
        label,
        formatCount(funnel[name]),
        `${percent(funnel[name], funnel.registered)}%`,
      ])}
    />
  );
}
