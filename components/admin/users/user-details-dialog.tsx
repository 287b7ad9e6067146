"use client";

import { VerificationBadge } from "@/components/onboarding/status";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { EmailAddress } from "@/components/ui/email-address";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/routes/paths";
import { orNotProvided, displayName, roleTypeLabel } from "../labels";
import { useUser } from "../queries";
import type { UserDialogProps } from "../row-menu";

export function UserDetails({ user, onClose }: UserDialogProps) {
  return (
    <Dialog
      onClose={onClose}
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
        {user.role === "investor" && user.investorType !== "none" && <InvestorAnswers user={user} />}
      </div>
    </Dialog>
  );
}

const ageBrackets: Record<string, string> = { adult: "Adult", minor: "Minor" };

/** Shows the main answers for the investor type, loaded when the dialog opens (ADR 20). */
function InvestorAnswers({ user }: Pick<UserDialogProps, "user">) {
  const { data, error } = useUser(user._id);
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  const { personal, corporate } = data?.verification ?? {};
  const answers = {
    personal: {
      "First name": personal?.firstName,
      Surname: personal?.surname,
      "Age bracket": personal?.ageBracket && ageBrackets[personal.ageBracket],
    },
    corporate: {
      "Company name": corporate?.company.name,
      "Incorporation number": corporate?.company.incorporationNumber,
      "Company email": corporate?.company.email,
      "Company address": corporate?.company.address,
    },
  }[user.investorType === "personal" ? "personal" : "corporate"];
  return (
    <DescriptionList
      items={Object.entries(answers).map(([label, value]) => ({
        label,
        value: data ? orNotProvided(value) : <Skeleton className="h-5 w-32" />,
      }))}
    />
  );
}
