import * as z from "zod";
import { registrationPhone, password } from "@/lib/forms/atoms";
import { loginSchema, recoveryCodeSchema, updateMeSchema } from "@/lib/users/schema";

const presentPassword = loginSchema.shape.password;

export const changePasswordSchema = z.object({ current: presentPassword, password });

/** The phone is optional for administrators and required for all others. */
export const detailsSchema = (phoneRequired: boolean) =>
  updateMeSchema
    .required()
    .extend({ phone: phoneRequired ? registrationPhone : registrationPhone.or(z.literal("")) });

/** Re-authentication, in case someone else uses the device. */
export const passwordOnlySchema = z.object({ password: presentPassword });

/** Password and second factor: a code of the app or a recovery code. */
export const proofSchema = passwordOnlySchema.extend(recoveryCodeSchema.shape);

export const endSessionSchema = z.object({ sessionId: z.uuid() });

/** The word that confirms the deletion of an account. */
export const DELETE_WORD = "delete";
