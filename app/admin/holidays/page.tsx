import type { Metadata } from "next";
import { BusinessDays } from "@/components/admin/calendar/business-days";
import { listHolidays, listReviewDeadlines } from "@/lib/calendar/commands";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Business days and deadlines" };

export default async function HolidaysPage() {
  await requireViewer(paths.adminHolidays());
  const [holidays, deadlines] = await Promise.all([listHolidays(), listReviewDeadlines()]);
  return <BusinessDays holidays={holidays} deadlines={deadlines} />;
}
