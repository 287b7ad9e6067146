import type { Metadata } from "next";
import { WorkingDays } from "@/components/admin/working-days/working-days";
import { listHolidays, listReviewDeadlines } from "@/lib/review/working-days";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Working days and deadlines" };

export default async function HolidaysPage() {
  await requireViewer(paths.adminHolidays());
  const [holidays, deadlines] = await Promise.all([listHolidays(), listReviewDeadlines()]);
  return <WorkingDays holidays={holidays} deadlines={deadlines} />;
}
