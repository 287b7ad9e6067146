import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { DescriptionList } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { formatDate } from "@/components/ui/format";
import { VerificationBadge } from "@/components/verification/status";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { NOT_PROVIDED, displayName, roleTypeLabel } from "../labels";

const or = (value: string | null | undefined) =>
  value?.trim() || <span className="text-muted">{NOT_PROVIDED}</span>;

export function UserDetailsDialog({
  user,
  open,
  onClose,
}: {
  user: UserDto;
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
      <DescriptionList
        items={[
          { label: "Full name", value: or(user.name) },
          { label: "Email", value: or(user.email) },
          { label: "Phone", value: or(user.phone) },
          { label: "Role/type", value: roleTypeLabel(user) },
          { label: "Verification status", value: <VerificationBadge status={user.verification.status} /> },
          { label: "Joined", value: formatDate(user.createdAt) },
          ...submittedItems(user),
        ]}
      />
    </Dialog>
  );
}

/** A little of what was submitted, by the kind of investor. */
function submittedItems({ role, investorType, verification }: UserDto) {
  if (role !== "investor") return [];
  if (investorType === "personal") {
    const personal = verification.personal;
    const bracket = personal?.ageBracket;
    return [
      { label: "First name", value: or(personal?.firstName) },
      { label: "Surname", value: or(personal?.surname) },
      { label: "Age bracket", value: or(bracket && (bracket === "adult" ? "Adult" : "Minor")) },
    ];
  }
  if (investorType !== "corporate") return [];
  const company = verification.corporate?.company;
  return [
    { label: "Company name", value: or(company?.name) },
    { label: "Incorporation number", value: or(company?.incorporationNumber) },
    { label: "Company email", value: or(company?.email) },
    { label: "Company address", value: or(company?.address) },
  ];
}
