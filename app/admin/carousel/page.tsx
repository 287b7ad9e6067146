import type { Metadata } from "next";
import { ManageCarousel } from "@/components/admin/carousel/manage-carousel";
import { adminKeys } from "@/components/admin/keys";
import { listSlides } from "@/lib/carousel/queries";
import { paths } from "@/lib/routes/paths";
import { requireViewer } from "../../page-access";
import { Prefetch } from "../prefetch";

export const metadata: Metadata = { title: "Manage Carousel" };

export default async function CarouselPage() {
  await requireViewer(paths.adminCarousel());
  return (
    <Prefetch queries={[{ queryKey: adminKeys.carousel, queryFn: () => listSlides() }]}>
      <ManageCarousel />
    </Prefetch>
  );
}
