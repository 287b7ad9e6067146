import type { Metadata } from "next";
import { notFound } from "next/navigation";
import * as z from "zod";
import { adminKeys } from "@/components/admin/keys";
import { Compare } from "@/components/admin/review/duplicates/compare";
import { paths } from "@/lib/routes/paths";
import { getUserForViewer } from "@/lib/users/admin-queries";
import { requireViewer } from "../../../../../page-access";
import { Prefetch } from "../../../../prefetch";

export const metadata: Metadata = { title: "Compare Cases" };

const pair = z.object({ userId: z.uuid().toLowerCase(), otherId: z.uuid().toLowerCase() });

export default async function ComparePage({ params }: { params: Promise<Record<string, string>> }) {
  const ids = pair.safeParse(await params);
  const { userId, otherId } = ids.data ?? { userId: "", otherId: "" };
  const viewer = await requireViewer(paths.adminCompare(userId, otherId));
  if (!ids.success || userId === otherId) notFound();
  return (
    <Prefetch
      queries={[userId, otherId].map((id) => ({
        queryKey: adminKeys.user(id),
        queryFn: () => getUserForViewer(viewer, id),
      }))}
    >
      {/* The key resets the component, so that revealed numbers of one pair are not shown for the next. */}
      <Compare key={`${userId} ${otherId}`} userId={userId} otherId={otherId} />
    </Prefetch>
  );
}
