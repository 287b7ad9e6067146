import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import type { OwnDueDiligenceDto } from "@/lib/due-diligence/dto";
import { paths } from "@/lib/routes/paths";

/** Leads a customer to the form until it is approved (product 10.41). */
export function DueDiligenceNotice({
  state,
  isInvestor,
}: Pick<OwnDueDiligenceDto, "state"> & { isInvestor: boolean }) {
  if (state === "approved") return null;
  const before = isInvestor ? "Before your first investment" : "Before we pay you";
  if (state === "sent")
    return (
      <Notice title="We are checking your due diligence form">
        {`We email you when we have decided. ${isInvestor ? "Then you can invest." : "You do not need to do anything."}`}
      </Notice>
    );
  const action = (
    <LinkButton size="sm" href={paths.dueDiligence()}>
      {state === "none" ? "Fill in the form" : "Open the form"}
    </LinkButton>
  );
  return state === "none" ? (
    <Notice title={`${before}: about 3 minutes`} action={action}>
      The law asks us for your Tax ID and where your money comes from. You fill in this form once.
    </Notice>
  ) : (
    <Notice tone="warning" title="Your due diligence form needs a change" action={action}>
      Your answers are still there. Open the form to see what to change.
    </Notice>
  );
}
