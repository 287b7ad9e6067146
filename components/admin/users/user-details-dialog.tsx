"use client";

import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { DescriptionList } from "@/components/ui/card";
import { EmailAddress } from "@/components/ui/email-address";
import { Dialog } from "@/components/ui/dialog";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { UserSummaryDto } from "@/lib/users/dto";
import { NOT_PROVIDED, displayName, roleTypeLabel } from "../labels";
import { useUser } from "../queries";

const orNotProvided = (value: string | null | undefined) =>
  value?.trim() || <span className="text-muted">{NOT_PROVIDED}</span>;

export function UserDetailsDialog({
  user,
  open,
  onClose,
}: {
  user: UserSummaryDto;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={displayName(user)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <LinkButton href={paths.adminVerificationUser(user._id)}>View User</LinkButton>
        </>
      }
    >
      <div className="grid gap-4">
        <DescriptionList
          items={[
            { label: "Full name", value: orNotProvided(user.name) },
            { label: "Email", value: <EmailAddress email={user.email} /> },
            { label: "Phone", value: orNotProvided(user.phone) },
            { label: "Role/type", value: roleTypeLabel(user) },
            { label: "Verification status", value: <VerificationBadge {...user.verification} /> },
            { label: "Joined", value: formatDate(user.createdAt) },
          ]}
        />
        {open && user.role === "investor" && user.investorType !== "none" && <SubmittedItems user={user} />}
      </div>
    </Dialog>
  );
}

/** Some of the answers, by the kind of investor; loaded when the dialog is opened (ADR 20). */
function SubmittedItems({ user }: { user: UserSummaryDto }) {
  const { data, error } = useUser(user._id);
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  const answer = (value: string | null | undefined) =>
    data ? orNotProvided(value) : <Skeleton className="h-5 w-32" />;
  if (user.investorType === "personal") {
    const personal = data?.verification.personal;
    const bracket = personal?.ageBracket;
    return (
      <DescriptionList
        items={[
          { label: "First name", value: answer(personal?.firstName) },
          { label: "Surname", value: answer(personal?.surname) },
          { label: "Age bracket", value: answer(bracket && (bracket === "adult" ? "Adult" : "Minor")) },
        ]}
      />
    );
  }
  const company = data?.verification.corporate?.company;
  return (
    <DescriptionList
      items={[
        { label: "Company name", value: answer(company?.name) },
        { label: "Incorporation number", value: answer(company?.incorporationNumber) },
        { label: "Company email", value: answer(company?.email) },
        { label: "Company address", value: answer(company?.address) },
      ]}
    />
  );
}
