import "server-only";
import { audit } from "@/lib/audit/audit";
import type { Viewer } from "@/lib/viewer";
import { transaction } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { AppError, notFound } from "@/lib/errors";
import { storePublicFile } from "@/lib/files/files";
import type { SanitizedFile } from "@/lib/files/sanitize";
import { AdvisoryLock, lock } from "@/lib/locks";
import { paths } from "@/lib/routes/paths";
import type * as z from "zod";
import type { SlideDto } from "./dto";
import { listSlides, toSlideDto } from "./queries";
import { MAX_SLIDES, type createSlideSchema, type updateSlideSchema } from "./schema";

/** Adds a slide at the end. Throws CONFLICT if the maximum number is reached. */
export async function createSlide(
  viewer: Viewer,
  input: z.output<typeof createSlideSchema>,
): Promise<SlideDto> {
  return transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "site.change");
    await lock(tx, AdvisoryLock.carousel);
    if ((await tx.carouselItem.count()) >= MAX_SLIDES) {
      throw new AppError("CONFLICT", `The carousel can have at most ${MAX_SLIDES} items`);
    }
    const last = await tx.carouselItem.aggregate({ _max: { position: true } });
    const slide = await tx.carouselItem.create({
      data: { ...input, position: (last._max.position ?? -1) + 1 },
    });
    await audit(tx, { actorId: viewer.userId, action: "carousel.created", targetId: slide.id });
    return toSlideDto(slide);
  });
}

/** Updates the given fields. Throws NOT_FOUND. */
export async function updateSlide(
  viewer: Viewer,
  id: string,
  changes: z.output<typeof updateSlideSchema>,
): Promise<SlideDto> {
  return transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "site.change");
    const [slide] = await tx.carouselItem.updateManyAndReturn({ where: { id }, data: changes });
    if (!slide) throw notFound();
    await audit(tx, { actorId: viewer.userId, action: "carousel.updated", targetId: id });
    return toSlideDto(slide);
  });
}

/** Deletes a slide (administrators only, product 2.14, 4.6). Throws NOT_FOUND. */
export async function deleteSlide(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "site.change");
    const { count } = await tx.carouselItem.deleteMany({ where: { id } });
    if (count === 0) throw notFound();
    await audit(tx, { actorId: viewer.userId, action: "carousel.deleted", targetId: id });
  });
}

/** Sorts the slides in the order of the given ids and returns them. Throws CONFLICT unless these are exactly the current slides. */
export async function reorderSlides(viewer: Viewer, ids: readonly string[]): Promise<SlideDto[]> {
  return transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "site.change");
    await lock(tx, AdvisoryLock.carousel);
    const present = await tx.$queryRaw<
      { id: string }[]
    >`SELECT id FROM carousel_items ORDER BY id FOR UPDATE`;
    if (present.map(({ id }) => id).join() !== ids.toSorted().join()) {
      throw new AppError("CONFLICT", "The items have changed in the meantime. Check the order again.");
    }
    await tx.$executeRaw`
      UPDATE carousel_items SET position = o.position - 1, updated_at = now()
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS o (id, position) WHERE carousel_items.id = o.id`;
    const slides = await listSlides(tx);
    await audit(tx, { actorId: viewer.userId, action: "carousel.reordered", targetId: null });
    return slides;
  });
}

/** Stores a public image. Returns its path. */
export async function uploadSlideImage(
  viewer: Viewer,
  originalName: string,
  file: SanitizedFile,
): Promise<string> {
  return paths.file((await storePublicFile(viewer.userId, originalName, file)).id);
}
