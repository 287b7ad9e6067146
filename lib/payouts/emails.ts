import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, hello, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails to investors about payouts. Amounts are texts such as ₦250,000. */
interface Payout {
  name: string;
  amount: string;
  reference: string;
}

/** An amount due that a payout pays. */
interface Part {
  amount: string;
  isRefund: boolean;
  /** The reference of its investment. */
  investment: string | null;
}

const partWords = ({ amount, isRefund, investment }: Part): string =>
  [amount, isRefund ? "refund" : "due", ...(investment ? [`for ${investment}`] : [])].join(" ");

interface BatchWaiting {
  name: string;
  proposer: string;
  count: number;
  total: string;
  batchId: string;
}

const viewTransactions = () => ({
  label: "View your transactions",
  href: url(paths.dashboardTransactions()),
});

export const payoutEmails = {
  payoutReleased: ({ parts = [], ...payout }: Payout & { account: string; parts?: Part[] }) =>
    createEmail(`We have sent you ${payout.amount}`, [
      hello(payout.name),
      `We have sent ${payout.amount} to your account ${payout.account}. It will arrive as soon as your bank has processed it. The transfer reference is ${payout.reference}.`,
      ...(parts.length > 1 ? ["It pays:", { quote: parts.map(partWords).join("\n") }] : []),
      viewTransactions(),
    ]),

  batchWaiting: ({ name, proposer, count, total, batchId }: BatchWaiting) =>
    createEmail(`Payouts of ${total} await release`, [
      hello(name),
      `${proposer} has proposed a batch of ${count === 1 ? "1 payout" : `${count} payouts`}, ${total} in total. Nothing is paid until another administrator releases it.`,
      { label: "Check the batch", href: url(paths.adminPayoutBatch(batchId)) },
    ]),

  payoutHeld: ({ name, account, until }: { name: string; account: string; until: string }) =>
    createEmail("Payouts to your new account start in 3 days", [
      hello(name),
      `Your bank account has changed to ${account}. To protect you, we will not pay into it before ${dateTime(until)} (Lagos time).`,
      `If you did not change it, write to ${brand.supportEmail} at once.`,
      viewTransactions(),
    ]),

  payoutAccountWithdrawn: ({ name }: { name: string }) =>
    createEmail("Your payouts are on hold", [
      hello(name),
      "The approval of your verification was withdrawn, and with it your bank account. Your money is safe. We will pay it once you have a verified account again.",
      `If you have questions, write to ${brand.supportEmail}.`,
      viewTransactions(),
    ]),

  payoutCameBack: (payout: Payout) =>
    createEmail(`Your bank has returned ${payout.amount}`, [
      hello(payout.name),
      `Our transfer of ${payout.amount} with the reference ${payout.reference} was returned. Your money is safe, and we will pay it again. Please check that your account can receive it, and write to ${brand.supportEmail} if your account has changed.`,
      viewTransactions(),
    ]),
};
