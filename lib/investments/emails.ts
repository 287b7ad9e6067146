import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, day, hello, url } from "@/lib/mail/templates/layout";
import { paths } from "@/lib/routes/paths";

/** Emails to investors about their investments. Amounts are texts such as ₦250,000. */
interface Investment {
  name: string;
  plan: string;
  amount: string;
  reference: string;
  investmentId: string;
}

interface Account {
  bank: string;
  name: string;
  number: string;
}

const seeIt = ({ investmentId }: Investment) => ({
  label: "See your investment",
  href: url(paths.dashboardInvestment(investmentId)),
});

const transferTo = (account: Account, amount: string, reference: string) => ({
  quote: `Amount: ${amount}\nBank: ${account.bank}\nAccount number: ${account.number}\nAccount name: ${account.name}\nReference: ${reference}`,
});

const atMaturity = {
  nothing: "All of it will be paid out to you then, as you chose.",
  principal: "The principal will be invested again then, as you chose.",
  everything: "The principal and the return that is due that day will be invested again then, as you chose.",
};

export const investmentEmails = {
  investmentRequested: (
    investment: Investment & { account: Account; cancelUntil: string; expiresAt: string },
  ) =>
    createEmail(`Transfer ${investment.amount} for your investment ${investment.reference}`, [
      hello(investment.name),
      `You have asked to invest ${investment.amount} in ${investment.plan}. Please transfer exactly this amount, with the reference:`,
      transferTo(investment.account, investment.amount, investment.reference),
      `The investment starts on the day on which the whole amount has arrived. If nothing arrives by ${dateTime(investment.expiresAt)} (Lagos time), it expires.`,
      `You can cancel it without cost until ${dateTime(investment.cancelUntil)}, as long as you have not paid.`,
      seeIt(investment),
    ]),

  investmentCancelled: (investment: Investment & { returned: string | null }) =>
    createEmail(`Your investment ${investment.reference} is cancelled`, [
      hello(investment.name),
      `Your investment of ${investment.amount} in ${investment.plan} is cancelled and costs you nothing. Please do not transfer any money for it.`,
      ...(investment.returned
        ? [`We have received ${investment.returned} for it. We will return it to you.`]
        : []),
      seeIt(investment),
    ]),

  investmentExpired: (investment: Investment) =>
    createEmail(`Your investment ${investment.reference} has expired`, [
      hello(investment.name),
      `We have received no money for your investment of ${investment.amount} in ${investment.plan}, so it has expired. Please do not transfer any money for it. If you have already paid, write to ${brand.supportEmail}.`,
      { label: "See our plans", href: url(paths.plans()) },
    ]),

  moneyIncomplete: (
    investment: Investment & { received: string; missing: string; account: Account | null },
  ) =>
    createEmail(`${investment.missing} is missing for your investment ${investment.reference}`, [
      hello(investment.name),
      `We have received ${investment.received} of ${investment.amount} for your investment in ${investment.plan}. It starts on the day on which the rest has arrived, ${investment.missing}.`,
      ...(investment.account
        ? [transferTo(investment.account, investment.missing, investment.reference)]
        : []),
      seeIt(investment),
    ]),

  investmentActive: (
    investment: Investment & { startOn: string; maturityOn: string; returned: string | null },
  ) =>
    createEmail(`Your investment ${investment.reference} is active`, [
      hello(investment.name),
      `We have received ${investment.amount} for your investment in ${investment.plan}. It started on ${day(investment.startOn)} and its tenor ends on ${day(investment.maturityOn)}.`,
      ...(investment.returned
        ? [`You transferred ${investment.returned} more than the amount. We will return it to you.`]
        : []),
      seeIt(investment),
    ]),

  moneyReturned: (investment: Investment & { returned: string }) =>
    createEmail(`We will return ${investment.returned}`, [
      hello(investment.name),
      `We have received ${investment.returned} with the reference ${investment.reference}, for which nothing was to be paid. We will return it to you.`,
      seeIt(investment),
    ]),

  receiptUndone: (investment: Investment & { missing: string | null }) =>
    createEmail(`A correction to your investment ${investment.reference}`, [
      hello(investment.name),
      `We had booked a transfer for your investment of ${investment.amount} in ${investment.plan} by mistake, and have taken this back. What we wrote to you about this transfer no longer applies.`,
      ...(investment.missing
        ? [
            `Your investment waits for ${investment.missing}. If you have already transferred it, you need to do nothing: we are looking for it.`,
          ]
        : []),
      seeIt(investment),
    ]),

  investmentMatured: (
    investment: Investment & {
      maturityOn: string;
      /** What is paid out; null if it is nothing. */
      due: string | null;
      reinvested: { amount: string; reference: string } | null;
      /** Why nothing was reinvested that should have been. */
      reason: string | null;
    },
  ) =>
    createEmail(`Your investment ${investment.reference} has matured`, [
      hello(investment.name),
      `The tenor of your investment of ${investment.amount} in ${investment.plan} ended on ${day(investment.maturityOn)}.`,
      ...(investment.reinvested
        ? [
            `As you chose, ${investment.reinvested.amount} is invested again from that day, with the reference ${investment.reinvested.reference}.`,
          ]
        : []),
      ...(investment.reason
        ? [`You chose to invest again. This was not possible: ${investment.reason}.`]
        : []),
      ...(investment.due
        ? [
            `${investment.due} is due to you. It will be paid into your account after two people have released it.`,
          ]
        : []),
      seeIt(investment),
    ]),

  investmentRedeemed: (
    investment: Investment & { redeemed: string; charge: string; due: string; remaining: string | null },
  ) =>
    createEmail(`You redeemed ${investment.redeemed} of your investment ${investment.reference}`, [
      hello(investment.name),
      `You redeemed ${investment.redeemed} of your investment in ${investment.plan}. The charge was ${investment.charge}. With the return so far, after tax, ${investment.due} is due to you. It will be paid into your account after two people have released it.`,
      investment.remaining
        ? `${investment.remaining} remains invested until the end of the tenor.`
        : "Nothing remains invested.",
      seeIt(investment),
    ]),

  reinvestmentChosen: (investment: Investment & { choice: keyof typeof atMaturity; maturityOn: string }) =>
    createEmail(`What happens with your investment ${investment.reference} at maturity`, [
      hello(investment.name),
      `Your investment in ${investment.plan} ends on ${day(investment.maturityOn)}. ${atMaturity[investment.choice]}`,
      `You can change this until the day before. If it was not you who chose it, write to ${brand.supportEmail} at once.`,
      seeIt(investment),
    ]),
};
