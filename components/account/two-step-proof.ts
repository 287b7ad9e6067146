import type { TwoStepDto } from "@/lib/account/dto";
import { auth } from "@/lib/auth/api";
import { call } from "@/lib/contract/client";

/** The props of each dialog that changes two-step login. */
export interface TwoStepDialogProps {
  email: string;
  state: TwoStepDto;
  onClose: () => void;
}

/**
 * Returns the proof that a dialog which changes two-step login requires (useIdentityProof): with two-step login on, also the second factor.
 */
export const proofOptions = ({ since, hasApp, passkeys }: TwoStepDto) => ({
  needsCode: since !== null,
  hasApp: since === null || hasApp,
  passkey: passkeys.length > 0 ? { renew: async () => (await call(auth.stepUpOptions)).data.passkey } : null,
});
