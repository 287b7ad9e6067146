import Link from "next/link";
import { PageHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { Task } from "@/lib/review/figures/tasks";

/** Shows the open tasks of administrators who do not decide on cases, each with its page. */
export const Tasks = ({ tasks }: { tasks: readonly Task[] }) => (
  <div className="grid gap-5">
    <PageHeading title="Dashboard">
      {tasks.length === 0 && "You can see everything that your duty includes, and change nothing."}
    </PageHeading>
    {tasks.length > 0 && (
      <nav aria-label="To do" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {tasks.map(({ title, count, href }) => (
          <Link
            key={title}
            href={href}
            prefetch={false}
            className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 transition-colors duration-150 hover:border-line-strong"
          >
            <span className="flex-1 text-[0.9375rem]">{title}</span>
            <span
              className={cn(
                "text-xl leading-8 font-semibold figures",
                count > 0 ? "text-accent-strong" : "text-muted",
              )}
            >
              {formatCount(count)}
            </span>
          </Link>
        ))}
      </nav>
    )}
  </div>
);
