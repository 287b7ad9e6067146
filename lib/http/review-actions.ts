"use server";

import * as z from "zod";
import { action } from "@/lib/http/action";
import { paths } from "@/lib/routes/paths";
import { confirmName } from "@/lib/review/cases/profile-changes";

/** Server actions of the verification pages, for which the contract has no call. */
export const confirmNameAction = action(
  { path: paths.adminVerification(), input: z.object({ userId: z.uuid(), name: z.string().max(200) }) },
  async ({ viewer, input }) => confirmName(viewer, input),
);
