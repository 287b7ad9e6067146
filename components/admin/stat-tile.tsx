import { CountValue, type CountQuery } from "./figure";

/** A small figure with its label; used within a <dl>. */
export function StatTile({ title, query, suffix }: { title: string; query: CountQuery; suffix?: string }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-sm leading-5 text-muted">{title}</dt>
      <dd className="text-xl leading-8 font-semibold figures">
        <CountValue query={query} {...(suffix && { suffix })} />
      </dd>
    </div>
  );
}
