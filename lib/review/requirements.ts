import "server-only";
import { audit } from "@/lib/audit/audit";
import { db, transaction, type Tx } from "@/lib/db/client";
import { lockSuperAdministrator } from "@/lib/db/lock-viewer";
import { AppError } from "@/lib/errors";
import { isMinorToday } from "@/lib/age";
import { dayOf } from "@/lib/dates";
import type { InvestorType, Role } from "@/lib/roles";
import { emailSuperAdministrators } from "@/lib/users/super-administrators";
import { consentingGuardian, loadWithGuardian } from "@/lib/verification/guardian-consent";
import { requiredForm } from "@/lib/verification/policy";
import type { Viewer } from "@/lib/viewer";
import { requirements, type Requirement, type RequirementDto } from "./requirement-schema";

/** What an approval requires: nothing until a super administrator switches a requirement on (product 10.24). */

export const isRequired = async (reader: Tx | typeof db, requirement: Requirement): Promise<boolean> =>
  (await reader.reviewRequirement.count({ where: { requirement } })) > 0;

/** Every requirement, whether on or off. Throws FORBIDDEN unless the viewer is a super administrator. */
export async function listRequirements(viewer: Viewer): Promise<RequirementDto[]> {
  if (!viewer.isSuper) throw new AppError("FORBIDDEN");
  const rows = await db.reviewRequirement.findMany();
  return requirements.map((requirement) => ({
    requirement,
    since: rows.find((row) => row.requirement === requirement)?.since.toISOString() ?? null,
  }));
}

/**
 * Switches a requirement on or off; repeating the present state has no effect. Audited, and all super administrators are emailed. Throws
 * FORBIDDEN.
 */
export async function switchRequirement(
  viewer: Viewer,
  requirement: Requirement,
  on: boolean,
): Promise<RequirementDto[]> {
  await transaction(async (tx) => {
    const { name: actor } = await lockSuperAdministrator(tx, viewer);
    const { count } = on
      ? await tx.reviewRequirement.createMany({
          data: { requirement, switchedOnById: viewer.userId },
          skipDuplicates: true,
        })
      : await tx.reviewRequirement.deleteMany({ where: { requirement } });
    if (count === 0) return;
    await emailSuperAdministrators(tx, "requirementSwitched", { actor, on });
    await audit(tx, {
      actorId: viewer.userId,
      action: on ? "requirement.switched_on" : "requirement.switched_off",
      targetId: null,
      data: { requirement },
    });
  });
  return listRequirements(viewer);
}

interface Applicant {
  id: string;
  role: Role;
  investorType: InvestorType;
}

/**
 * Whether the approval of a user is that of a person under 18, by the current submission or the newest answers: a
 * user can be approved in any state, and answers without documents never lift the requirement. A company is no
 * person.
 */
export async function isApprovalOfMinor(reader: Tx | typeof db, user: Applicant): Promise<boolean> {
  if (requiredForm(user)?.kind === "corporate") return false;
  const select = { dateOfBirth: true } as const;
  const [current, newest] = [
    await reader.personalDetails.findFirst({
      where: { submission: { currentOf: { id: user.id } } },
      select,
    }),
    await reader.personalDetails.findFirst({
      where: { submission: { userId: user.id } },
      orderBy: { submission: { createdAt: "desc" } },
      select,
    }),
  ];
  return [current, newest].some((row) => row && isMinorToday(dayOf(row.dateOfBirth)));
}

/**
 * Throws CONFLICT if an approval requires the consent of a guardian, and the applicant, whose row is locked, is under 18 and has none that
 * counts.
 */
export async function requireGuardianConsent(tx: Tx, user: Applicant): Promise<void> {
  if (!(await isRequired(tx, "guardian_consent")) || !(await isApprovalOfMinor(tx, user))) return;
  if (consentingGuardian(await loadWithGuardian(tx, user.id))) return;
  throw new AppError(
    "CONFLICT",
    "This applicant is under 18. A parent or guardian must consent before you can approve.",
  );
}
