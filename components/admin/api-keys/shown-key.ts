import type { ShownOnce } from "@/components/admin/shown-once";
import type { NewApiKeyDto } from "@/lib/api-keys/schema";

/** Returns how the text of a new key is shown. */
export const toShownOnce = ({ key, name }: NewApiKeyDto): ShownOnce => ({
  title: `The key of ${name}`,
  text: key,
  warning:
    "Whoever has the key can read what its scopes allow. Keep it out of emails, chats and source code.",
});
