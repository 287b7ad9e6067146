import { zodResolver } from "@hookform/resolvers/zod";
import {
  emailOnlySchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from "@/lib/users/schema";

/** The checks of the forms of this folder. */
export const checkCredentials = zodResolver(loginSchema.pick({ email: true, password: true }));
export const checkRegistration = zodResolver(registerSchema);
export const checkNewPassword = zodResolver(resetPasswordSchema);
export const checkEmail = zodResolver(emailOnlySchema);
export const checkEmailCode = zodResolver(verifyEmailSchema);
