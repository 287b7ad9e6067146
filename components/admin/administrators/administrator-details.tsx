import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/card";
import { EmailAddress } from "@/components/ui/email-address";
import { Dialog } from "@/components/ui/dialog";
import { formatDate } from "@/components/ui/format";
import type { UserSummaryDto } from "@/lib/users/dto";
import { NOT_PROVIDED, displayName } from "../labels";

export function AdministratorDetails({
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
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DescriptionList
        items={[
          { label: "Full name", value: user.name || NOT_PROVIDED },
          { label: "Email", value: <EmailAddress email={user.email} /> },
          { label: "Phone", value: user.phone || NOT_PROVIDED },
          { label: "Role", value: user.isSuper ? "Super Administrator" : "Administrator" },
          { label: "Created", value: formatDate(user.createdAt) },
        ]}
      />
    </Dialog>
  );
}
