import { ruleNames, type ProposalDto } from "@/lib/proposals/schema";
import { deletionReasons, type DeletionReason } from "@/lib/users/admin-schema";
import { displayName } from "../labels";

/** `Delete Ada Obi`: what happens when it is confirmed. */
export function describeProposal({ kind, target, role, newAdministrator, rule }: ProposalDto): string {
  const name = target ? displayName(target) : "a deleted account";
  switch (kind) {
    case "deletion":
      return target?.role === "admin" ? `Delete the administrator ${name}` : `Delete ${name}`;
    case "role_change":
      return role === "admin"
        ? `Make ${name} an administrator`
        : `Take the administrator rights of ${name} away`;
    case "new_administrator":
      return `Create the administrator ${newAdministrator?.name ?? ""}`.trimEnd();
    case "approval":
      return `Approve ${name}`;
    case "rule_off":
      return `Switch off second approval${rule ? ` for ${ruleNames[rule]}` : ""}`;
  }
}

/** What the description leaves out; null if that is nothing. */
export function detailsOf({ kind, target, reason, newAdministrator }: ProposalDto): string | null {
  if (kind === "deletion") {
    return `${target?.email ?? ""}. Reason: ${deletionReasons[(reason ?? "other") as DeletionReason]}.`;
  }
  if (kind === "approval") return "The case is flagged: look at the duplicates first.";
  return newAdministrator?.email ?? target?.email ?? null;
}
