import "server-only";
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { newRowCipher, openRowCipher, type RowCipher } from "@/lib/pii/cipher";

const TABLE = "webhook_endpoints";

interface SealedSecrets {
  id: string;
  dataKey: string;
  secretCipher: string;
  previousCipher: string | null;
  previousUntil: Date | null;
}

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** Returns a secret for a new endpoint, and the columns that store it sealed. */
export function sealNewSecret(id: string) {
  const secret = newSecret();
  const cipher = newRowCipher(TABLE, id);
  return { secret, columns: { dataKey: cipher.dataKey, secretCipher: cipher.seal("secret_cipher", secret) } };
}

const open = ({ id, dataKey, secretCipher }: SealedSecrets): [RowCipher, string] => {
  const cipher = openRowCipher(TABLE, id, dataKey);
  return [cipher, cipher.open("secret_cipher", secretCipher)];
};

/** Returns another secret, and the columns that store it with the present one, which signs until `previousUntil`; null for not at all. */
export function sealNextSecret(row: SealedSecrets, previousUntil: Date | null) {
  const [cipher, present] = open(row);
  const secret = newSecret();
  const previousCipher = previousUntil && cipher.seal("previous_cipher", present);
  const columns = { secretCipher: cipher.seal("secret_cipher", secret), previousCipher, previousUntil };
  return { secret, columns };
}

/** Returns a function that makes the headers of a message by the Standard Webhooks specification, signed with each secret that is in use. */
export function openSigner(
  row: SealedSecrets,
): (id: string, at: Date, body: string) => Record<string, string> {
  const [cipher, present] = open(row);
  const { previousCipher, previousUntil } = row;
  const previous =
    previousCipher && previousUntil && previousUntil > new Date()
      ? [cipher.open("previous_cipher", previousCipher)]
      : [];
  const signers = [present, ...previous].map((secret) => new Webhook(secret));
  return (id, at, body) => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signers.map((signer) => signer.sign(id, at, body)).join(" "),
  });
}
