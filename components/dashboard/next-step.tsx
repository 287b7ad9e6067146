import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/link-button";
import { Card } from "@/components/ui/card";

/** The one thing to do now, and the way to it. */
export function NextStep({
  title,
  href,
  action,
  children,
}: {
  title: string;
  href: string;
  action: string;
  children: ReactNode;
}) {
  return (
    <Card className="flex flex-col">
      <p className="text-sm font-medium text-accent">Next step</p>
      <h2 className="mt-1 text-lg font-semibold">{title}</h2>
      <div className="mt-1.5 flex-1 text-[0.9375rem] leading-6 text-muted">{children}</div>
      <LinkButton href={href} className="mt-5 self-start">
        {action}
        <ArrowRight aria-hidden className="size-4" />
      </LinkButton>
    </Card>
  );
}
