"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { toast } from "sonner";
import { useRight } from "@/components/auth/allowed";
import { cn } from "@/components/ui/cn";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isolate } from "@/lib/bidi";
import { call, toApiError } from "@/lib/contract/client";
import { joinWords } from "@/lib/join-words";
import { payouts } from "@/lib/payouts/api";
import { isHolding } from "@/lib/payouts/name-enquiry-state-rules";
import type { BatchDetailDto, PayoutDto } from "@/lib/payouts/schema";

type Enquiry = NonNullable<PayoutDto["nameEnquiry"]>;

function describe({ state, name }: Enquiry): string {
  switch (state) {
    case "waiting":
      return "Asking the bank for the holder";
    case "matches":
      return name ? `Holder at the bank: ${isolate(name)}` : "The bank confirms the holder";
    case "differs":
      return name ? `The bank names another holder: ${isolate(name)}` : "The bank names another holder";
    case "not_found":
      return "The bank has no account with this number";
    case "no_answer":
      return "The bank could not be asked for the holder";
  }
}

/** Shows whom the bank names as the holder of a payout's account. */
export const NameEnquiry = ({ enquiry }: { enquiry: Enquiry }) => (
  <span
    className={cn(
      "text-sm",
      isHolding(enquiry.state)
        ? "text-danger"
        : enquiry.state === "no_answer"
          ? "text-warning"
          : "text-muted",
    )}
  >
    <span>{describe(enquiry)}</span>
    {enquiry.session && (
      <span translate="no" className="block text-muted figures">{`Session ${enquiry.session}`}</span>
    )}
  </span>
);

const REFRESH_MS = 3_000;

/** Says what the name enquiries mean for a proposed batch, and repeats them. */
export function NameEnquiryNotice({ batch }: { batch: BatchDetailDto }) {
  const router = useRouter();
  const mayAct = useRight("money.act");
  const enquiries = batch.payouts.flatMap(({ nameEnquiry }) => nameEnquiry ?? []);
  const isWaiting = batch.state === "proposed" && enquiries.some(({ state }) => state === "waiting");
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => router.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWaiting, router]);
  const repeat = useMutation({
    mutationFn: () => call(payouts.repeatNameEnquiries, { params: { id: batch._id } }),
    onError: (error) => toast.error(toApiError(error).message),
    onSuccess: () => router.refresh(),
  });
  if (batch.state !== "proposed" || isWaiting) return null;
  const held = batch.payouts.filter(({ nameEnquiry }) => nameEnquiry && isHolding(nameEnquiry.state));
  const unanswered = enquiries.filter(({ state }) => state === "no_answer").length;
  const action = mayAct && enquiries.length > 0 && (
    <Button
      variant="quiet"
      size="sm"
      busy={repeat.isPending}
      busyLabel="Asking..."
      onClick={() => repeat.mutate()}
    >
      Ask again
    </Button>
  );
  if (held.length > 0)
    return (
      <Notice
        tone="warning"
        title={`The bank does not confirm the ${held.length === 1 ? "account" : "accounts"} of ${joinWords(held.map(({ reference }) => reference))}`}
        action={action}
      >
        This batch cannot be released. Withdraw it and propose the other amounts again. The investor, or the
        administrator who entered the account, has to correct it.
      </Notice>
    );
  if (unanswered > 0)
    return (
      <Notice
        tone="warning"
        title={`The bank could not be asked for the holders of ${unanswered === 1 ? "1 account" : `${unanswered} accounts`}`}
        action={action}
      >
        Ask again later, or compare the names yourselves before you release the batch.
      </Notice>
    );
  if (enquiries.length < batch.payouts.length)
    return (
      <p className="text-muted">The holders of these accounts were not asked for: no provider is set up.</p>
    );
  return null;
}
