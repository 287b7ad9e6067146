import type { ReactNode } from "react";
import { LogoutButton } from "@/components/layout/logout";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";

interface Anchor {
  id: string;
  title: string;
}

/** A card of the profile page with an anchor. */
interface SectionProps extends Anchor {
  intro: string;
  className?: string;
  children?: ReactNode;
}

export function ProfileSection({ id, title, intro, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <Card>
        <CardHeading id={`${id}-title`} title={title}>
          <p className="measure">{intro}</p>
        </CardHeading>
        {children && <div className="mt-5">{children}</div>}
      </Card>
    </section>
  );
}

interface FrameProps {
  title: string;
  intro: string;
  anchors: readonly Anchor[];
  children: ReactNode;
}

/** Shows a page of sections with links to them. */
export function ProfilePageFrame({ title, intro, anchors, children }: FrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6">
      <PageHeading title={title} aside={<LogoutButton />}>
        {intro}
      </PageHeading>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8">
        <ProfileAnchors anchors={anchors} />
        <div className="grid min-w-0 grid-cols-1 gap-6">{children}</div>
      </div>
    </div>
  );
}

/** Shows links to the sections, beside them on wide screens and otherwise above. */
function ProfileAnchors({ anchors }: { anchors: readonly Anchor[] }) {
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
