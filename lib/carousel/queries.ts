import "server-only";
import { db, type Prisma } from "@/lib/db/client";
import type { SlideDto } from "./dto";

export const toSlideDto = (slide: Prisma.CarouselItemGetPayload<object>): SlideDto => ({
  _id: slide.id,
  title: slide.title,
  description: slide.description,
  image: slide.image,
  link: slide.link,
});

/** All slides in display order. Public. */
export async function listSlides(): Promise<SlideDto[]> {
  const slides = await db.carouselItem.findMany({
    orderBy: [{ position: "asc" }, { createdAt: "asc" }],
    take: 100,
  });
  return slides.map(toSlideDto);
}
