import type { Metadata } from "next";
import * as z from "zod";
import { adminKeys } from "@/components/admin/keys";
import { InvalidRequest } from "@/components/admin/review/problems";
import { Review } from "@/components/admin/review/review";
import { requireViewer } from "../../../page-access";
import { Prefetch } from "../../prefetch";
import { getReview } from "@/lib/review/review";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "User Verification" };

export default async function UserVerificationPage({ params }: { params: Promise<{ userId: string }> }) {
  const userId = readId((await params).userId);
  const viewer = await requireViewer(paths.adminVerificationUser(userId));
  if (!userId) return <InvalidRequest />;
  const query = { queryKey: adminKeys.review(userId), queryFn: () => getReview(viewer, userId) };
  return (
    <Prefetch queries={z.uuid().safeParse(userId).success ? [query] : []}>
      {/* The key resets the component, so that revealed numbers and other state of one applicant are not shown for the next. */}
      <Review key={userId} userId={userId} isSuper={viewer.isSuper} />
    </Prefetch>
  );
}

/** Returns the decoded segment, or an empty string if it is blank or malformed. */
function readId(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return "";
  }
}
