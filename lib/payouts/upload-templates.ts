import "server-only";
import { audit } from "@/lib/audit/audit";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { db, transaction, type Prisma, type Tx } from "@/lib/db/client";
import { AppError, invalid, notFound } from "@/lib/errors";
import { uuidv7 } from "@/lib/ids";
import type { Viewer } from "@/lib/viewer";
import {
  MAX_TEMPLATES,
  uploadTemplateInput,
  type UploadTemplateDto,
  type UploadTemplateInput,
} from "./upload-template-schema";

/** Templates of banks' bulk uploads (product 10.34), which administrators add, change and remove. */
const toDto = ({ id, ...row }: Prisma.UploadTemplateModel): UploadTemplateDto => ({
  _id: id,
  ...uploadTemplateInput.parse(row),
});

/** Returns all templates, that of the last payment file first. */
export async function listUploadTemplates(): Promise<UploadTemplateDto[]> {
  const rows = await db.uploadTemplate.findMany({
    orderBy: [{ lastUsedAt: { sort: "desc", nulls: "last" } }, { name: "asc" }],
    take: MAX_TEMPLATES,
  });
  return rows.map(toDto);
}

/** Returns a template that a payment file is made with, which is offered first from now on. Throws NOT_FOUND. */
export async function takeUploadTemplate(tx: Tx, id: string): Promise<UploadTemplateDto> {
  const { count } = await tx.uploadTemplate.updateMany({ where: { id }, data: { lastUsedAt: new Date() } });
  if (count === 0) throw notFound("This upload template does not exist");
  return toDto(await tx.uploadTemplate.findUniqueOrThrow({ where: { id } }));
}

const change = (viewer: Viewer, work: (tx: Tx) => Promise<string>): Promise<UploadTemplateDto[]> =>
  transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    const targetId = await work(tx);
    await audit(tx, { actorId: viewer.userId, action: "upload_template.changed", targetId });
  }).then(listUploadTemplates);

/**
 * Adds a template (`id` is null), or changes one. Returns all templates. Throws FORBIDDEN, RECENTLY_RESET, NOT_FOUND, VALIDATION_FAILED at
 * `name` for a name in use, and CONFLICT for too many. Audited.
 */
export const saveUploadTemplate = (
  viewer: Viewer,
  id: string | null,
  input: UploadTemplateInput,
): Promise<UploadTemplateDto[]> =>
  change(viewer, async (tx) => {
    const other = await tx.uploadTemplate.findUnique({ where: { name: input.name } });
    if (other && other.id !== id) throw invalid("name", "Another template has this name");
    if (id === null) {
      if ((await tx.uploadTemplate.count()) >= MAX_TEMPLATES)
        throw new AppError("CONFLICT", `There can be at most ${MAX_TEMPLATES} templates`);
      return (await tx.uploadTemplate.create({ data: { id: uuidv7(), ...input } })).id;
    }
    const { count } = await tx.uploadTemplate.updateMany({ where: { id }, data: input });
    if (count === 0) throw notFound("This upload template does not exist");
    return id;
  });

/** Removes a template. Returns the others. Throws FORBIDDEN, RECENTLY_RESET and NOT_FOUND. Audited. */
export const removeUploadTemplate = (viewer: Viewer, id: string): Promise<UploadTemplateDto[]> =>
  change(viewer, async (tx) => {
    const { count } = await tx.uploadTemplate.deleteMany({ where: { id } });
    if (count === 0) throw notFound("This upload template does not exist");
    return id;
  });
