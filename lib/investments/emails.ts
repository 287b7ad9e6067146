import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, day, hello, url } from "@/lib/mail/layout";
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

const viewInvestment = ({ investmentId }: Investment) => ({
  label: "View your investment",
  href: url(paths.dashboardInvestment(investmentId)),
});

const viewDocuments = () => ({
  label: "Download your documents",
  href: url(paths.dashboardDocuments()),
});

const transferTo = (account: Account, amount: string, reference: string) => ({
  quote: `Amount: ${amount}\nBank: ${account.bank}\nAccount number: ${account.number}\nAccount name: ${account.name}\nReference: ${reference}`,
});

const atMaturity = {
  nothing: "As you chose, everything will be paid out to you then.",
  principal: "As you chose, the principal will be reinvested then.",
  everything: "As you chose, the principal and the return due on that day will be reinvested then.",
};

export const investmentEmails = {
  investmentRequested: (
    investment: Investment & { account: Account; cancelUntil: string; expiresAt: string },
  ) =>
    createEmail(`Transfer ${investment.amount} for your investment ${investment.reference}`, [
      hello(investment.name),
      `You have asked to invest ${investment.amount} in ${investment.plan}. Please transfer exactly this amount, with this reference:`,
      transferTo(investment.account, investment.amount, investment.reference),
      `Your investment starts on the day the full amount arrives. If nothing arrives by ${dateTime(investment.expiresAt)} (Lagos time), it expires.`,
      `You can cancel free of charge until ${dateTime(investment.cancelUntil)}, as long as you have not paid.`,
      "Your agreement, with the terms you accepted and the schedule, is in your documents as a PDF.",
      viewInvestment(investment),
      viewDocuments(),
    ]),

  investmentCancelled: (investment: Investment & { returned: string | null }) =>
    createEmail(`Your investment ${investment.reference} is cancelled`, [
      hello(investment.name),
      `Your investment of ${investment.amount} in ${investment.plan} is cancelled, free of charge. Please do not transfer any money for it.`,
      ...(investment.returned
        ? [`We have received ${investment.returned} for it. We will refund it to you.`]
        : []),
      viewInvestment(investment),
    ]),

  investmentOverdue: (overdue: {
    name: string;
    reference: string;
    amount: string;
    received: string;
    expiresAt: string;
    investmentId: string;
  }) =>
    createEmail(`Investment ${overdue.reference} is still partly paid`, [
      hello(overdue.name),
      `${overdue.received} of ${overdue.amount} has arrived for investment ${overdue.reference}. The rest was expected by ${dateTime(overdue.expiresAt)} (Lagos time). Until it arrives, the investment holds its capacity in the plan.`,
      "Ask the investor to transfer the rest, or cancel the investment and refund what has arrived.",
      { label: "Open the investment", href: url(paths.adminInvestment(overdue.investmentId)) },
    ]),

  investmentExpired: (investment: Investment) =>
    createEmail(`Your investment ${investment.reference} has expired`, [
      hello(investment.name),
      `We have not received any money for your investment of ${investment.amount} in ${investment.plan}, so it has expired. Please do not transfer any money for it. If you have already paid, write to ${brand.supportEmail}.`,
      { label: "See our plans", href: url(paths.plans()) },
    ]),

  moneyIncomplete: (
    investment: Investment & { received: string; missing: string; account: Account | null },
  ) =>
    createEmail(`${investment.missing} is missing for your investment ${investment.reference}`, [
      hello(investment.name),
      `We have received ${investment.received} of ${investment.amount} for your investment in ${investment.plan}. It starts on the day the remaining ${investment.missing} arrives.`,
      ...(investment.account
        ? [transferTo(investment.account, investment.missing, investment.reference)]
        : []),
      viewInvestment(investment),
    ]),

  investmentActive: (
    investment: Investment & {
      startOn: string;
      maturityOn: string;
      returned: string | null;
      isRefundedToSender: boolean;
      /** What was missing and has been accepted as a bank charge; null if nothing was. */
      charge: string | null;
    },
  ) =>
    createEmail(`Your investment ${investment.reference} is active`, [
      hello(investment.name),
      `${
        investment.charge
          ? `Your investment of ${investment.amount} in ${investment.plan} is paid: ${investment.charge} less arrived, which we have accepted as a bank charge.`
          : `We have received ${investment.amount} for your investment in ${investment.plan}.`
      } It started on ${day(investment.startOn)} and its tenor ends on ${day(investment.maturityOn)}.`,
      ...(investment.returned
        ? [
            investment.isRefundedToSender
              ? `${investment.returned} too much was transferred from an account that is not in your name. We will refund it to its sender.`
              : `You transferred ${investment.returned} too much. We will refund it to you.`,
          ]
        : []),
      "Your agreement, now with its dates, and the receipt are in your documents as PDF.",
      viewInvestment(investment),
      viewDocuments(),
    ]),

  moneyReturned: (investment: Investment & { returned: string; isRefundedToSender: boolean }) =>
    createEmail(`We will refund ${investment.returned}`, [
      hello(investment.name),
      `We have received ${investment.returned} with the reference ${investment.reference}, but nothing was outstanding for this investment. We will refund it to ${investment.isRefundedToSender ? "its sender, because it did not come from an account in your name" : "you"}.`,
      viewInvestment(investment),
    ]),

  transferRefunded: (investment: Investment & { returned: string }) =>
    createEmail(`We will refund your transfer of ${investment.returned}`, [
      hello(investment.name),
      `We have received ${investment.returned} with the reference ${investment.reference} of your investment in ${investment.plan}. We will refund it to your account once two people have approved it. You can see when under Investments.`,
      `If you expected us to invest it, write to ${brand.supportEmail}.`,
      viewInvestment(investment),
    ]),

  maturityNear: (investment: Investment & { maturityOn: string; choice: keyof typeof atMaturity }) =>
    createEmail(
      `Your investment ${investment.reference} ends on ${day(investment.maturityOn)}: choose what happens then`,
      [
        hello(investment.name),
        `The tenor of your investment in ${investment.plan} ends on ${day(investment.maturityOn)}. You can have everything paid out, or reinvest the principal, with or without the return.`,
        investment.choice === "nothing"
          ? "Unless you choose otherwise by the day before, everything will be paid out to you."
          : `${atMaturity[investment.choice]} You can change this until the day before.`,
        {
          label: "Choose reinvestment or payout",
          href: url(paths.dashboardInvestment(investment.investmentId)),
        },
      ],
    ),

  taxChanged: ({ name, from, rate }: { name: string; from: string; rate: string }) =>
    createEmail(`Withholding tax is ${rate} from ${day(from)}`, [
      hello(name),
      `The withholding tax on returns is ${rate} for all returns due from ${day(from)} on. Nothing changes for returns that were due before.`,
      "The schedules of your investments show the new amounts.",
      { label: "View your investments", href: url(paths.dashboardInvestments()) },
    ]),

  receiptUndone: (investment: Investment & { missing: string | null }) =>
    createEmail(`A correction to your investment ${investment.reference}`, [
      hello(investment.name),
      `We booked a transfer for your investment of ${investment.amount} in ${investment.plan} by mistake, and have corrected this. Please disregard our earlier email about this transfer.`,
      ...(investment.missing
        ? [
            `${investment.missing} is outstanding for your investment. If you have already transferred it, you do not need to do anything: we are tracing it.`,
          ]
        : []),
      viewInvestment(investment),
    ]),

  postingUndone: ({
    kind,
    ...investment
  }: Investment & { kind: "declare" | "redeem" | "end" | "cancel_and_refund" | "reject" | "return" }) =>
    createEmail(`A correction to your investment ${investment.reference}`, [
      hello(investment.name),
      `We have corrected your investment of ${investment.amount} in ${investment.plan}: ${
        {
          declare: "a declared return was wrong, and what was posted for it has been reversed.",
          redeem: "a redemption has been reversed.",
          end: "it was ended by mistake, and continues.",
          cancel_and_refund: "its cancellation has been reversed.",
          reject: "a payout was not rejected by the bank after all.",
          return: "a payout was not returned by the bank after all.",
        }[kind]
      } Please disregard our earlier email about it.`,
      viewInvestment(investment),
    ]),

  investmentMatured: (
    investment: Investment & {
      maturityOn: string;
      /** The amount paid out; null if it is zero. */
      due: string | null;
      reinvested: { amount: string; reference: string } | null;
      /** Why a chosen reinvestment was not made. */
      reason: string | null;
    },
  ) =>
    createEmail(`Your investment ${investment.reference} has matured`, [
      hello(investment.name),
      `The tenor of your investment of ${investment.amount} in ${investment.plan} ended on ${day(investment.maturityOn)}.`,
      ...(investment.reinvested
        ? [
            `As you chose, ${investment.reinvested.amount} was reinvested from that day, with the reference ${investment.reinvested.reference}. The agreement of the new investment is in your documents as a PDF.`,
            viewDocuments(),
          ]
        : []),
      ...(investment.reason
        ? [`You chose to reinvest, but this was not possible: ${investment.reason}.`]
        : []),
      ...(investment.due
        ? [
            `${investment.due} is due to you. It will be paid into your account once two people have approved it.`,
          ]
        : []),
      viewInvestment(investment),
    ]),

  investmentRedeemed: (
    investment: Investment & { redeemed: string; charge: string; due: string; remaining: string | null },
  ) =>
    createEmail(`You redeemed ${investment.redeemed} of your investment ${investment.reference}`, [
      hello(investment.name),
      `You redeemed ${investment.redeemed} of your investment in ${investment.plan}. The charge was ${investment.charge}. With the accrued return after tax, ${investment.due} is due to you. It will be paid into your account once two people have approved it.`,
      investment.remaining
        ? `${investment.remaining} remains invested until the end of the tenor.`
        : "Nothing remains invested.",
      viewInvestment(investment),
    ]),

  redemptionRequested: (
    investment: Investment & { on: string; redeemed: string; remaining: string | null; canCancel: boolean },
  ) =>
    createEmail(`You redeem ${investment.redeemed} of your investment ${investment.reference}`, [
      hello(investment.name),
      `You have asked to redeem ${investment.redeemed} of your investment in ${investment.plan}. It takes effect on ${day(investment.on)}, the last day of the period. Until then it remains invested.`,
      "Once the return for this period has been declared, the redeemed amount is due to you, less the charge. You also receive the return of the period, or bear your share of its loss.",
      investment.remaining
        ? `${investment.remaining} remains invested after that.`
        : "Nothing remains invested after that.",
      `${investment.canCancel ? `You can cancel the redemption before ${day(investment.on)}. ` : ""}If you did not ask for it, write to ${brand.supportEmail} at once.`,
      viewInvestment(investment),
    ]),

  redemptionCancelled: (investment: Investment) =>
    createEmail(`Your redemption of investment ${investment.reference} is cancelled`, [
      hello(investment.name),
      `As you asked, the redemption of your investment in ${investment.plan} is cancelled. The amount stays invested.`,
      viewInvestment(investment),
    ]),

  redemptionPosted: (
    investment: Investment & {
      on: string;
      redeemed: string;
      charge: string;
      loss: string | null;
      due: string;
    },
  ) =>
    createEmail(`You redeemed ${investment.redeemed} of your investment ${investment.reference}`, [
      hello(investment.name),
      `The return for the period until ${day(investment.on)} has been declared, so your redemption of ${investment.redeemed} of your investment in ${investment.plan} has taken effect.`,
      `${investment.loss ? `Its share of a loss was ${investment.loss}. ` : ""}The charge was ${investment.charge}. ${investment.due} is due to you, besides any return of the period. It will be paid into your account once two people have approved it.`,
      viewInvestment(investment),
    ]),

  investmentEnding: (investment: Investment & { on: string; why: string; principal: string }) =>
    createEmail(`Your investment ${investment.reference} ends on ${day(investment.on)}`, [
      hello(investment.name),
      `Your investment of ${investment.amount} in ${investment.plan} ends on ${day(investment.on)}, before the end of its tenor, ${investment.why}. There is no charge.`,
      `Once the return for the period until that day has been declared, the invested ${investment.principal} is due to you, with the return of the period or less its loss.`,
      `If you have questions, write to ${brand.supportEmail}.`,
      viewInvestment(investment),
    ]),

  investmentEnded: (
    investment: Investment & { on: string; why: string; principal: string; net: string; due: string },
  ) =>
    createEmail(`Your investment ${investment.reference} has ended`, [
      hello(investment.name),
      `Your investment of ${investment.amount} in ${investment.plan} ended on ${day(investment.on)}, before the end of its tenor, ${investment.why}. There is no charge.`,
      `${investment.due} is due to you: the invested ${investment.principal} and the accrued return after tax, ${investment.net}. It will be paid into your account once two people have approved it.`,
      `If you have questions, write to ${brand.supportEmail}.`,
      viewInvestment(investment),
    ]),

  endPosted: (investment: Investment & { on: string; redeemed: string; loss: string | null; due: string }) =>
    createEmail(`Your investment ${investment.reference} has ended`, [
      hello(investment.name),
      `The return for the period until ${day(investment.on)} has been declared, so your investment in ${investment.plan} has ended.`,
      `${investment.due} of the invested ${investment.redeemed} is due to you${investment.loss ? `, after a loss of ${investment.loss}` : ""}, besides any return of the period. There is no charge. It will be paid into your account once two people have approved it.`,
      viewInvestment(investment),
    ]),

  reinvestmentChosen: (investment: Investment & { choice: keyof typeof atMaturity; maturityOn: string }) =>
    createEmail(`Your choice for investment ${investment.reference} at maturity`, [
      hello(investment.name),
      `Your investment in ${investment.plan} ends on ${day(investment.maturityOn)}. ${atMaturity[investment.choice]}`,
      `You can change this until the day before. If you did not make this choice, write to ${brand.supportEmail} at once.`,
      viewInvestment(investment),
    ]),
};
