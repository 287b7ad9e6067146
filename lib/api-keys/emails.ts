import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

interface KeyFacts {
  name: string;
  keyName: string;
  /** How the key begins. */
  start: string;
}

/** Emails about keys of programs (product 10.44). */
export const apiKeyEmails = {
  apiKeyMade: ({ name, keyName, start, owner, scopes }: KeyFacts & { owner: string; scopes: string[] }) =>
    createEmail(`A key for the API of ${brand.name} was made`, [
      hello(name),
      `A super administrator made the key "${keyName}" (${start}...). A program uses it to act for ${owner}, with these scopes: ${scopes.join(", ")}.`,
      "If you don't know why, ask a super administrator, who can revoke it at once.",
      { label: "See the keys", href: url(paths.adminApiKeys()) },
    ]),

  apiKeyUnused: ({ name, keyName, start, days }: KeyFacts & { days: number }) =>
    createEmail(`A key for the API of ${brand.name} is not used`, [
      hello(name),
      `The key "${keyName}" (${start}...), with which a program acts for you, was not used for ${days} days. If it is no longer needed, ask a super administrator to revoke it.`,
      { label: "See the keys", href: url(paths.adminApiKeys()) },
    ]),

  apiKeyRefused: ({ name, keyName, start, network }: KeyFacts & { network: string }) =>
    createEmail(`A key for the API of ${brand.name} was used from another network`, [
      hello(name),
      `The key "${keyName}" (${start}...), with which a program acts for you, was used from ${network}, where it is not allowed. The call was refused. If this was not a mistake, someone else has the key: ask a super administrator to revoke it.`,
      { label: "See the keys", href: url(paths.adminApiKeys()) },
    ]),
};
