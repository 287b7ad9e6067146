import type { Metadata } from "next";
import * as z from "zod";
import { Suspense } from "react";
import { InvestorMoney } from "@/components/admin/investments/investor-money";
import { adminKeys } from "@/components/admin/keys";
import { InvalidRequest } from "@/components/admin/review/problems";
import { Review } from "@/components/admin/review/review";
import { requireViewer } from "../../../page-access";
import { Prefetch } from "../../prefetch";
import { getReview } from "@/lib/review/review";
import { readInvestorMoney } from "@/lib/investments/investor-money";
import { can } from "@/lib/rights";
import { paths } from "@/lib/routes/paths";
import type { Viewer } from "@/lib/viewer";

export const metadata: Metadata = { title: "User Verification" };

export default async function UserVerificationPage({ params }: { params: Promise<{ userId: string }> }) {
  const userId = readId((await params).userId);
  const viewer = await requireViewer(paths.adminVerificationUser(userId));
  if (!userId) return <InvalidRequest />;
  const isId = z.uuid().safeParse(userId).success;
  const query = { queryKey: adminKeys.review(userId), queryFn: () => getReview(viewer, userId) };
  return (
    <Prefetch queries={isId ? [query] : []}>
      {/* The key resets the component, so that revealed numbers and other state of one applicant are not shown for the next. */}
      <Review key={userId} userId={userId} isSuper={viewer.isSuper}>
        {isId && can(viewer, "money.read") && (
          <Suspense fallback={null}>
            <Money viewer={viewer} userId={userId} />
          </Suspense>
        )}
      </Review>
    </Prefetch>
  );
}

async function Money({ viewer, userId }: { viewer: Viewer; userId: string }) {
  const money = await readInvestorMoney(viewer, userId);
  return money && <InvestorMoney {...money} />;
}

/** Returns the decoded segment, or an empty string if it is blank or malformed. */
function readId(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return "";
  }
}
