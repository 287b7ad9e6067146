import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

interface WebhookFacts {
  name: string;
  webhook: string;
}

const see = () => ({ label: "See the webhooks", href: url(paths.adminWebhooks()) });

/** Emails about webhooks (product 10.46). */
export const webhookEmails = {
  webhookMade: ({ name, webhook, host, owner }: WebhookFacts & { host: string; owner: string }) =>
    createEmail(`A webhook of ${brand.name} was made`, [
      hello(name),
      `A super administrator made the webhook "${webhook}". From now on, events that ${owner} may see are sent to ${host}.`,
      "If you don't know why, ask a super administrator, who can switch it off at once.",
      see(),
    ]),

  webhookMoved: ({ name, webhook, host, owner }: WebhookFacts & { host: string; owner: string }) =>
    createEmail(`A webhook of ${brand.name} has another address`, [
      hello(name),
      `A super administrator changed the address of the webhook "${webhook}". From now on, events that ${owner} may see are sent to ${host}.`,
      "If you don't know why, ask a super administrator, who can switch it off at once.",
      see(),
    ]),

  webhookFailing: ({ name, webhook }: WebhookFacts) =>
    createEmail(`A webhook of ${brand.name} does not answer`, [
      hello(name),
      `The webhook "${webhook}", which receives events for you, has not accepted any in the last five attempts. Nothing is lost: we keep trying for three days, and then switch it off.`,
      see(),
    ]),

  webhookOff: ({ name, webhook }: WebhookFacts) =>
    createEmail(`A webhook of ${brand.name} was switched off`, [
      hello(name),
      `The webhook "${webhook}", which receives events for you, was switched off, because it accepted none in 20 attempts or answered that it is gone. The events of the last 30 days are sent as soon as a super administrator switches it on again.`,
      see(),
    ]),
};
