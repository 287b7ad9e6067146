import { formatDate } from "@/components/ui/format";
import type { News } from "./activity";

/** What happened, as a line through time. */
export function NewsList({ news }: { news: readonly News[] }) {
  return (
    <ol className="grid gap-5 border-l border-line pl-5">
      {news.map(({ at, text }) => (
        <li key={text} className="group relative text-[0.9375rem] leading-6">
          <span
            aria-hidden
            className="absolute top-2 -left-[1.5625rem] size-2 rounded-full bg-line-strong group-first:bg-accent"
          />
          <p>{text}</p>
          <p className="text-sm text-muted">{formatDate(at)}</p>
        </li>
      ))}
    </ol>
  );
}
