"use client";

import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName, roleLabel } from "../labels";
import { useRoleChange } from "../queries";
import type { UserDialogProps } from "../row-menu";

/** Shows the role, which is saved when another one is selected (product 2.11). */
export function EditUser({
  user,
  onClose,
  onChanged,
}: UserDialogProps & { onChanged: (user: UserSummaryDto) => void }) {
  const change = useRoleChange();
  const hasRole = user.role === "investor" || user.role === "startup";

  const save = (role: string) => {
    if ((role !== "investor" && role !== "startup") || role === user.role || change.isPending) return;
    change.mutate(
      { userId: user._id, role },
      {
        onSuccess: (changed) => {
          onChanged(changed);
          toast.success(`Role changed to ${roleLabel(changed)} for ${displayName(changed)}`);
        },
      },
    );
  };

  return (
    <Dialog
      onClose={onClose}
      locked={change.isPending}
      title={`Edit ${displayName(user)}`}
      description="The new role applies as soon as you select it. Past submissions are kept. If the new role needs a different form, the user has to verify again."
      footer={
        <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field
        label="Role"
        error={change.error?.message}
        aside={
          change.isPending && (
            <span role="status" className="flex items-center gap-2 text-sm text-muted">
              <Spinner className="size-4" />
              Saving...
            </span>
          )
        }
      >
        {(control) => (
          <Select
            {...control}
            value={change.isPending ? change.variables.role : hasRole ? user.role : ""}
            aria-disabled={change.isPending || undefined}
            onChange={(event) => save(event.target.value)}
          >
            {!hasRole && (
              <option value="" disabled>
                No role yet
              </option>
            )}
            <option value="investor">Investor</option>
            <option value="startup">Startup</option>
          </Select>
        )}
      </Field>
    </Dialog>
  );
}
