import { db } from "@/lib/db/client";
import { sendDueDiligence } from "@/lib/due-diligence/commands";
import { decideDueDiligence } from "@/lib/due-diligence/decisions";
import { getForm } from "@/lib/due-diligence/queries";
import { newestForm } from "@/lib/due-diligence/requirement";
import type { DueDiligenceAnswers, DueDiligenceDecision } from "@/lib/due-diligence/schema";
import type { Viewer } from "@/lib/viewer";
import { sampleDueDiligence } from "../../prisma/seed/answers";
import { createUser, freshNumber, viewerOf } from "./accounts";

/** The due diligence form (product 10.41). */
type Kind = "individual" | "corporate";

/** Creates an approved investor without a form. */
export const customer = async (kind: Kind = "individual"): Promise<Viewer> =>
  viewerOf(
    await createUser({
      role: "investor",
      investorType: kind === "corporate" ? "corporate" : "personal",
      verification: "approved",
      dueDiligence: "none",
    }),
  );

const kindOf = ({ investorType }: Viewer): Kind =>
  investorType === "corporate" ? "corporate" : "individual";

/** Sends the form of a customer, with these changes to the sample answers. Returns its id. */
export async function send(by: Viewer, changes: Partial<DueDiligenceAnswers> = {}): Promise<string> {
  const kind = kindOf(by);
  await sendDueDiligence(by, kind, { ...sampleDueDiligence(freshNumber(), kind), ...changes });
  return (await newestForm(db, { userId: by.userId, kind }))!.id;
}

/** Decides as a reviewer who has seen all findings. */
export async function decide(
  by: Viewer,
  id: string,
  verdict: DueDiligenceDecision["verdict"] = "approved",
  changes: Partial<DueDiligenceDecision> = {},
) {
  const { findings } = await getForm(by, id);
  const reason = verdict === "approved" ? undefined : "Add the third owner.";
  const seen = findings.map(({ key }) => key);
  return decideDueDiligence(by, id, { verdict, reason, expectedState: "sent", seen, ...changes });
}
