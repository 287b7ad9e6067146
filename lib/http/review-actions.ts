"use server";

import * as z from "zod";
import { action } from "@/lib/http/action";
import { paths } from "@/lib/routes/paths";
import { confirmName } from "@/lib/review/cases/profile-changes";

/** Server actions of the verification pages, which have no call in the contract. */
export const confirmNameAction = action(
  { path: paths.adminVerification(), input: z.object({ userId: z.uuid(), name: z.string().max(200) }) },
  async ({ viewer, input }) => confirmName(viewer, input),
);
