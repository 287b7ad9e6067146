import type { Metadata } from "next";
import * as z from "zod";
import { InvalidRequest } from "@/components/admin/review/problems";
import { adminKeys } from "@/components/admin/keys";
import { ProfileChanges } from "@/components/admin/review/cases/profile-changes";
import { Reads } from "@/components/admin/review/cases/reads";
import { Review } from "@/components/admin/review/review";
import { requireViewer } from "../../../page-access";
import { Prefetch } from "../../prefetch";
import { paths } from "@/lib/routes/paths";
import { AppError } from "@/lib/errors";
import { listProposalsAbout } from "@/lib/proposals/queries";
import { listProfileChanges } from "@/lib/review/cases/profile-changes";
import { getUserForViewer } from "@/lib/users/admin-queries";
import { listReads } from "@/lib/review/cases/reads";
import { listSubmissions } from "@/lib/review/cases/submission-history";

export const metadata: Metadata = { title: "User Verification" };

export default async function UserVerificationPage({ params }: { params: Promise<{ userId: string }> }) {
  const userId = readId((await params).userId);
  const viewer = await requireViewer(paths.adminVerificationUser(userId));
  if (!userId) return <InvalidRequest />;
  const isId = z.uuid().safeParse(userId).success;
  const reads = viewer.isSuper && isId ? await listReads(viewer, userId) : null;
  const changes = isId ? await noneIfMissing(listProfileChanges(viewer, userId)) : [];
  const proposals = isId ? await noneIfMissing(listProposalsAbout(viewer, userId)) : [];
  const queries = isId
    ? [
        { queryKey: adminKeys.user(userId), queryFn: () => getUserForViewer(viewer, userId) },
        { queryKey: adminKeys.submissions(userId), queryFn: () => listSubmissions(viewer, userId) },
      ]
    : [];
  return (
    <Prefetch queries={queries}>
      {/* The key resets the component, so that revealed numbers and other state of one applicant are not shown for the next. */}
      <Review
        key={userId}
        userId={userId}
        isSuper={viewer.isSuper}
        proposals={proposals}
        changes={<ProfileChanges userId={userId} changes={changes} />}
        reads={reads && <Reads reads={reads} />}
      />
    </Prefetch>
  );
}

/** Returns an empty list for a missing user, whom the screen reports. */
const noneIfMissing = <T,>(list: Promise<T[]>): Promise<T[]> =>
  list.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") return [];
    throw error;
  });

/** Returns the decoded segment, or an empty string if it is blank or malformed. */
function readId(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return "";
  }
}
