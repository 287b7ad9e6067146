import type { Metadata } from "next";
import { ReviewDates } from "@/components/admin/review/review-dates";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Review dates" };

export default async function ReviewDatesPage() {
  await requireViewer(paths.adminReviewDates());
  return <ReviewDates />;
}
