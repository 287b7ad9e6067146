import { lazyResolver } from "@/components/forms/lazy-resolver";

/** The checks of the forms of this folder; their schemas come together, at the first letter that is typed. */
const schemas = () => import("@/lib/users/schema");

export const checkCredentials = lazyResolver(async () =>
  (await schemas()).loginSchema.pick({ email: true, password: true }),
);
export const checkRegistration = lazyResolver(async () => (await schemas()).registerSchema);
export const checkNewPassword = lazyResolver(async () => (await schemas()).resetPasswordSchema);
export const checkEmail = lazyResolver(async () => (await schemas()).emailOnlySchema);
export const checkEmailCode = lazyResolver(async () => (await schemas()).verifyEmailSchema);
