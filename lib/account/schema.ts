import * as z from "zod";
import { registrationPhone, password } from "@/lib/forms/atoms";
import { newPasskeySchema } from "@/lib/users/passkey-schema";
import { loginSchema, proofSchema, updateMeSchema } from "@/lib/users/schema";

const presentPassword = loginSchema.shape.password;

export const changePasswordSchema = z.object({ current: presentPassword, password });

/** The phone is optional for administrators and required for all others. */
export const detailsSchema = (phoneRequired: boolean) =>
  updateMeSchema
    .required()
    .extend({ phone: phoneRequired ? registrationPhone : registrationPhone.or(z.literal("")) });

/** The password confirms the user's identity, in case someone else is using the device. */
export const passwordOnlySchema = z.object({ password: presentPassword });

/** A passkey that the user has just created. */
export const addPasskeySchema = z.object({ passkey: newPasskeySchema });

export const removePasskeySchema = z.object({ passkeyId: z.uuid(), proof: proofSchema });

export const endSessionSchema = z.object({ sessionId: z.uuid() });

/** The word that confirms the deletion of an account. */
export const DELETE_WORD = "delete";
