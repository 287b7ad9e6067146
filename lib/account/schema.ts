import * as z from "zod";
import { registrationPhone, password } from "@/lib/forms/atoms";
import { loginSchema, recoveryCodeSchema, updateMeSchema } from "@/lib/users/schema";

/** The forms of /profile. */
const presentPassword = loginSchema.shape.password;

export const changePasswordSchema = z.object({ current: presentPassword, password });

/** Name and phone as they stand on the screen; administrators may have no phone, everybody else keeps one. */
export const detailsSchema = (phoneRequired: boolean) =>
  updateMeSchema
    .required()
    .extend({ phone: phoneRequired ? registrationPhone : registrationPhone.or(z.literal("")) });

/** The password, asked for again in case someone else is at the device. */
export const passwordOnlySchema = z.object({ password: presentPassword });

/** Password and second step together. The code is one of the app or, for who has lost it, a recovery code. */
export const proofSchema = passwordOnlySchema.extend(recoveryCodeSchema.shape);

export const endSessionSchema = z.object({ sessionId: z.uuid() });

/** What has to be typed before an account is deleted. */
export const DELETE_WORD = "delete";
