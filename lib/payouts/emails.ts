import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, hello, url } from "@/lib/mail/templates/layout";
import { paths } from "@/lib/routes/paths";

/** Emails to investors about payouts. Amounts are texts such as ₦250,000. */
interface Payout {
  name: string;
  amount: string;
  reference: string;
}

const seeTransactions = () => ({ label: "See your transactions", href: url(paths.dashboardTransactions()) });

export const payoutEmails = {
  payoutReleased: (payout: Payout & { account: string }) =>
    createEmail(`${payout.amount} is on its way to you`, [
      hello(payout.name),
      `We have paid ${payout.amount} to your account ${payout.account}. It arrives when your bank has booked it. The transfer has the reference ${payout.reference}.`,
      seeTransactions(),
    ]),

  payoutHeld: ({ name, account, until }: { name: string; account: string; until: string }) =>
    createEmail("We hold your money back for 3 days", [
      hello(name),
      `Your bank account has changed to ${account}. To protect you, we pay nothing to it before ${dateTime(until)} (Lagos time).`,
      `If it was not you who changed it, write to ${brand.supportEmail} at once.`,
      seeTransactions(),
    ]),

  payoutCameBack: (payout: Payout) =>
    createEmail(`Your bank has returned ${payout.amount}`, [
      hello(payout.name),
      `Our transfer of ${payout.amount} with the reference ${payout.reference} was returned. The money is safe and we will pay it again. Please check whether your account can receive it, and write to ${brand.supportEmail} if it has changed.`,
      seeTransactions(),
    ]),
};
