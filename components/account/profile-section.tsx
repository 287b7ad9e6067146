import type { ReactNode } from "react";
import { Card, CardHeading } from "@/components/ui/card";

interface Anchor {
  id: string;
  title: string;
}

/** A card of the profile page with an anchor. */
interface SectionProps extends Anchor {
  intro: string;
  children?: ReactNode;
}

export function ProfileSection({ id, title, intro, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <Card>
        <CardHeading id={`${id}-title`} title={title}>
          <p className="measure">{intro}</p>
        </CardHeading>
        {children && <div className="mt-5">{children}</div>}
      </Card>
    </section>
  );
}

/** Links to the sections: beside them on wide screens, otherwise above. */
export function ProfileAnchors({ anchors }: { anchors: readonly Anchor[] }) {
  return (
    <nav
      aria-label="On this page"
      className="lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:self-start lg:border-l lg:border-line"
    >
      <ul className="flex flex-wrap gap-2 lg:grid lg:gap-0.5">
        {anchors.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-full border border-line bg-surface px-3.5 text-[0.9375rem] whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink lg:-ml-px lg:min-h-9 lg:rounded-none lg:border-0 lg:border-l-2 lg:border-transparent lg:bg-transparent lg:px-4 lg:hover:border-accent"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
