import "server-only";
import { cached } from "@/lib/cached";
import { db, type Prisma, type Tx } from "@/lib/db/client";
import type { SlideDto } from "./dto";
import { MAX_SLIDES } from "./schema";

export const toSlideDto = ({
  id,
  title,
  description,
  image,
  link,
}: Prisma.CarouselItemGetPayload<object>): SlideDto => ({ _id: id, title, description, image, link });

/** Returns all slides in display order. Public. */
export async function listSlides(reader: Tx | typeof db = db): Promise<SlideDto[]> {
  const slides = await reader.carouselItem.findMany({
    orderBy: [{ position: "asc" }, { createdAt: "asc" }],
    take: MAX_SLIDES,
  });
  return slides.map(toSlideDto);
}

/** Returns the slides for the home page: a change is visible on every server within half a second. */
export const getCachedSlides = cached(() => listSlides(), {
  initial: [],
  maxAgeMs: 500,
  event: "carousel.unavailable",
});
