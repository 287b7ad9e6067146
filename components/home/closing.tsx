import { JoinLink } from "@/components/layout/account-link";
import { LinkButton } from "@/components/ui/link-button";
import { paths } from "@/lib/routes/paths";

/** Shows the last section of a public page: the next step. */
export function Closing({
  title = "Ready when you are",
  text = "Creating an account takes about two minutes. You can stop at any point and finish later.",
}) {
  return (
    <section aria-labelledby="closing" className="border-t border-line bg-surface">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-12 sm:py-16">
        <div className="max-w-xl">
          <h2 id="closing" className="text-2xl font-semibold">
            {title}
          </h2>
          <p className="mt-2 leading-7 text-muted">{text}</p>
        </div>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <JoinLink size="lg" />
          <LinkButton href={paths.consultation()} size="lg" variant="secondary">
            Schedule a Consultation
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
