import type { Metadata } from "next";
import { ManageCarousel } from "@/components/admin/carousel/manage-carousel";
import { requireViewer } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Manage Carousel" };

export default async function CarouselPage() {
  await requireViewer(paths.adminCarousel());
  return <ManageCarousel />;
}
