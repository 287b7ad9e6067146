import type { Metadata } from "next";
import { Watchlists } from "@/components/admin/review/watchlists/watchlists";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";

export const metadata: Metadata = { title: "Watchlists" };

export default async function WatchlistsPage() {
  await requireViewer(paths.adminWatchlists());
  return <Watchlists />;
}
