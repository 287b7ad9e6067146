import { z } from "zod";
import { loosePhone, password } from "@/lib/fields";
import { loginSchema, updateMeSchema } from "@/lib/users/schema";

/** The forms of /profile. */
const presentPassword = loginSchema.shape.password;

export const changePasswordSchema = z.object({ current: presentPassword, password });

/** Name and phone as they stand on the screen; administrators may have no phone, everybody else keeps one. */
export const detailsSchema = (phoneRequired: boolean) =>
  updateMeSchema.required().extend({ phone: phoneRequired ? loosePhone : loosePhone.or(z.literal("")) });

export const downloadMeSchema = z.object({ password: presentPassword });

export const endSessionSchema = z.object({ sessionId: z.uuid() });

/** What has to be typed before an account is deleted. */
export const DELETE_WORD = "delete";
