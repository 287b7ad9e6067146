import "server-only";
import { brand } from "@/lib/brand";
import { env } from "@/lib/env";
import { paths } from "@/lib/routes/paths";

/** The email templates: plain text and the same content as simple HTML. Links always use APP_URL (threat 10). */
interface Content {
  subject: string;
  text: string;
  html: string;
}

const url = (path: string) => new URL(path, env.APP_URL).toString();

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`);

type Block = string | { code: string } | { quote: string } | { label: string; href: string };

/** Renders the blocks of an email. Codes and links are on lines of their own in the text version. */
function createEmail(subject: string, blocks: Block[]): Content {
  const signature = `${brand.name}\n${brand.licenceLine}\n${brand.supportEmail}`;
  const text = blocks.map((block) => {
    if (typeof block === "string") return block;
    if ("code" in block) return block.code;
    if ("quote" in block) return block.quote.replace(/^/gm, "> ");
    return `${block.label}:\n${block.href}`;
  });
  const html = blocks.map((block) => {
    if (typeof block === "string") return `<p>${escapeHtml(block)}</p>`;
    if ("code" in block) {
      return `<p style="font-size:28px;letter-spacing:6px;font-weight:600">${escapeHtml(block.code)}</p>`;
    }
    if ("quote" in block) {
      return `<blockquote style="border-left:3px solid #c9c4ba;margin:0;padding-left:12px">${escapeHtml(block.quote).replace(/\n/g, "<br>")}</blockquote>`;
    }
    return `<p><a href="${escapeHtml(block.href)}">${escapeHtml(block.label)}</a></p>`;
  });
  return {
    subject,
    text: `${[...text, signature].join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;color:#1f2a24;line-height:1.5;max-width:560px;margin:0 auto;padding:24px">${html.join("")}<p style="color:#5f6661;font-size:13px">${escapeHtml(signature).replace(/\n/g, "<br>")}</p></body></html>`,
  };
}

/** An unverified address may belong to somebody else, who did not write the name: then it is empty (lib/mail/outbox.ts). */
const hello = (name: string) => (name ? `Hello ${name},` : "Hello,");

const dateTime = (iso: string) =>
  new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Africa/Lagos",
  }).format(new Date(iso));

const notYou = (): Block => ({
  label: "Not you? Reset your password now",
  href: url(paths.forgotPassword()),
});

interface ConsultationRequest {
  fullName: string;
  email: string;
  phone: string;
  interest: string | undefined;
  message: string | undefined;
}

interface DeletedAccount {
  name: string;
  actor: string;
  role: string;
  /** Null if nothing was submitted. */
  status: string | null;
  /** In words. */
  reason: string;
}

interface DecidedProposal {
  name: string;
  /** Null if it ended without a decision. */
  decider: string | null;
  /** In words. */
  act: string;
  state: "confirmed" | "declined" | "expired" | "superseded" | "failed";
}

/** How it ended: for the subject, and in the text. */
function describeEnd({ decider, state }: Pick<DecidedProposal, "decider" | "state">): [string, string] {
  const by = decider ?? "A super administrator";
  return {
    confirmed: [`${by} confirmed what you asked for`, `${by} confirmed it, so it is done.`],
    declined: [`${by} declined what you asked for`, `${by} declined it, so nothing was changed.`],
    expired: [
      "What you asked for has expired",
      "It was not confirmed within 7 days, so nothing was changed.",
    ],
    superseded: [
      "What you asked for has ended",
      "Something else was decided since, so it no longer needs a confirmation. Look at the present state before you ask again.",
    ],
    failed: [
      "What you asked for could not be done",
      "When it was confirmed, it was no longer possible, so nothing was changed.",
    ],
  }[state] as [string, string];
}

export const templates = {
  code: ({ code }: { code: string }) =>
    createEmail(`Your ${brand.name} verification code`, [
      "Hello,",
      "Enter this code to verify your email address. It expires in 10 minutes.",
      { code },
      "If you didn't ask for this code, you can ignore this email.",
    ]),

  passwordReset: ({ name, token }: { name: string; token: string }) =>
    createEmail(`Reset your ${brand.name} password`, [
      hello(name),
      "We received a request to reset your password. Use the link below to set a new one. It expires in 10 minutes and works once.",
      { label: "Set a new password", href: url(paths.resetPassword({ token })) },
      "If you didn't ask for this, you can ignore this email. Your password stays the same.",
    ]),

  passwordChanged: ({ name }: { name: string }) =>
    createEmail(`Your ${brand.name} password was changed`, [
      hello(name),
      "Your password was changed. We logged you out on all your other devices.",
      notYou(),
    ]),

  twoStepOn: ({ name, factor }: { name: string; factor: "app" | "passkey" }) =>
    createEmail(`Two-step login is on for your ${brand.name} account`, [
      hello(name),
      `From now on, when you log in we ask for ${factor === "app" ? "a code from your authenticator app" : "your passkey"} after your password. Keep your recovery codes somewhere safe, but not on your phone.`,
      notYou(),
    ]),

  twoStepOff: ({ name }: { name: string }) =>
    createEmail(`Two-step login is off for your ${brand.name} account`, [
      hello(name),
      "From now on, you log in with your password alone. Your recovery codes no longer work.",
      notYou(),
    ]),

  appAdded: ({ name }: { name: string }) =>
    createEmail(`An authenticator app was added to your ${brand.name} account`, [
      hello(name),
      "When you log in, you can now also use a code from this app after your password.",
      notYou(),
    ]),

  appRemoved: ({ name }: { name: string }) =>
    createEmail(`The authenticator app was removed from your ${brand.name} account`, [
      hello(name),
      "Its codes no longer work. When you log in, use a passkey after your password.",
      notYou(),
    ]),

  passkeyAdded: ({ name, passkey }: { name: string; passkey: string }) =>
    createEmail(`A passkey was added to your ${brand.name} account`, [
      hello(name),
      `A passkey was created with ${passkey}. When you log in, you can now also use it after your password.`,
      notYou(),
    ]),

  passkeyRemoved: ({ name, passkey }: { name: string; passkey: string }) =>
    createEmail(`A passkey was removed from your ${brand.name} account`, [
      hello(name),
      `The passkey that was created with ${passkey} was removed and no longer works.`,
      notYou(),
    ]),

  recoveryCodesRenewed: ({ name }: { name: string }) =>
    createEmail(`You have new ${brand.name} recovery codes`, [
      hello(name),
      "Your recovery codes were replaced with 10 new ones. The old codes no longer work.",
      notYou(),
    ]),

  recoveryUsed: ({ name, left }: { name: string; left: number }) =>
    createEmail(`A ${brand.name} recovery code was used`, [
      hello(name),
      `One of your recovery codes was just used instead of a code from your authenticator app. Each code works once, so this one no longer works. You have ${left} left.`,
      { label: "Get new recovery codes in your profile", href: url(paths.profile()) },
      notYou(),
    ]),

  sessionReuse: ({ name }: { name: string }) =>
    createEmail(`We ended one of your ${brand.name} sessions`, [
      hello(name),
      "We saw something unusual: an old copy of one of your login sessions was used. To keep your account safe, we ended that session. You can log in again.",
      { label: "Log in", href: url(paths.login()) },
      {
        label: "If you are worried someone else used your account, reset your password",
        href: url(paths.forgotPassword()),
      },
    ]),

  newDevice: ({ name, device, at }: { name: string; device: string; at: string }) =>
    createEmail(`New login to your ${brand.name} account`, [
      hello(name),
      `Somebody logged in to your account with your password on a device we have not seen before: ${device}, ${dateTime(at)} (Lagos time).`,
      "If this was you, you don't need to do anything.",
      notYou(),
    ]),

  archiveRequested: ({ name, token, dueAt }: { name: string; token: string; dueAt: string }) =>
    createEmail(`Somebody asked for a copy of your ${brand.name} data`, [
      hello(name),
      `Somebody who is logged in to your account asked for a copy of everything we keep about you, with your full NIN, BVN and documents. It will be ready from ${dateTime(dueAt)} (Lagos time).`,
      "If this was you, you don't need to do anything. We'll email you when it is ready.",
      { label: "Not you? Stop it and log out every device", href: url(paths.stopDownload({ token })) },
    ]),

  archiveReady: ({ name, until }: { name: string; until: string }) =>
    createEmail(`Your ${brand.name} data is ready`, [
      hello(name),
      `The copy of your data that you asked for is ready. You can download it until ${dateTime(until)} (Lagos time).`,
      { label: "Download it in your account", href: url(paths.accountSecurity()) },
      notYou(),
    ]),

  consultationRequested: ({ fullName, email, phone, interest, message }: ConsultationRequest) =>
    createEmail("Consultation request", [
      "A visitor asked for a call within 24 hours.",
      { quote: `Name: ${fullName}\nEmail: ${email}\nPhone: ${phone}\nInterest: ${interest ?? "not given"}` },
      ...(message ? [{ quote: message }] : []),
      "These details were typed by a visitor and are not verified.",
    ]),

  archiveFailed: ({ name }: { name: string }) =>
    createEmail(`We couldn't prepare the copy of your data`, [
      hello(name),
      `Something went wrong on our side, and we couldn't prepare the copy of your data that you asked for. Please ask for it again. If it fails again, write to ${brand.supportEmail} and we'll help.`,
      { label: "Your account", href: url(paths.accountSecurity()) },
    ]),

  submissionReceived: ({ name }: { name: string }) =>
    createEmail("We have received your verification", [
      hello(name),
      "We have received your answers and documents. A reviewer will check them next. This takes 1-2 business days.",
      "We'll email you as soon as we have a decision. You don't need to do anything until then.",
      { label: "Check your status", href: url(paths.verificationSuccess()) },
    ]),

  submissionApproved: ({ name }: { name: string }) =>
    createEmail("Your verification is approved", [
      hello(name),
      "Good news: we have approved your verification. You can now use your dashboard.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),

  submissionRejected: ({ name, reason }: { name: string; reason: string }) =>
    createEmail("Your verification was not approved", [
      hello(name),
      "We could not approve your verification. Our reviewer gave this reason:",
      { quote: reason },
      "We have kept your answers. Correct what the reviewer asks for and submit again.",
      { label: "Correct your form", href: url(paths.login()) },
    ]),

  // The address is not verified: the email contains no text of the applicant's (threat 58).
  guardianRequested: ({ token, expiresAt }: { token: string; expiresAt: string }) =>
    createEmail(`${brand.name} asks for a parent's or guardian's consent`, [
      "Hello,",
      `A person who is under 18 applied to ${brand.name} and named you as their parent or guardian. We'd like to know whether you agree.`,
      { label: "See who asks, and answer", href: url(paths.guardian({ token })) },
      `The link works until ${dateTime(expiresAt)}. If you don't know anybody who applied, choose "I don't agree" there or ignore this email. We use your address only for this.`,
    ]),

  guardianConsented: ({ name }: { name: string }) =>
    createEmail("Your parent or guardian has consented", [
      hello(name),
      "The parent or guardian you named has agreed. Our reviewers can see it now.",
      { label: "Check your status", href: url(paths.login()) },
    ]),

  guardianDeclined: ({ name }: { name: string }) =>
    createEmail("Your parent or guardian did not consent", [
      hello(name),
      "The person you named as your parent or guardian did not agree. If that was a mistake, or you gave us the wrong email address, name them again.",
      { label: "Name a parent or guardian", href: url(paths.login()) },
    ]),

  verifyAgainAsAdult: ({ name }: { name: string }) =>
    createEmail("You are 18: please verify again", [
      hello(name),
      "You were under 18 when you applied. Now that you are an adult, please verify again in your own right.",
      "Your dashboard stays open until you begin. After you begin, it opens again when we approve the new verification.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),

  requirementSwitched: ({ name, actor, on }: { name: string; actor: string; on: boolean }) =>
    createEmail(`Consent of a parent or guardian is ${on ? "required now" : "no longer required"}`, [
      hello(name),
      `${actor} ${on ? "made the consent of a parent or guardian a requirement: without it, an applicant under 18 cannot be approved" : "no longer requires the consent of a parent or guardian: without it, reviewers are only warned before they approve an applicant under 18"}.`,
      { label: "See what approvals require", href: url(paths.adminApprovals()) },
    ]),

  // Neither the old nor the new value: a reader of the mailbox may have made the change.
  profileChanged: ({ name, fields }: { name: string; fields: ("name" | "phone")[] }) =>
    createEmail(`Your ${brand.name} profile was changed`, [
      hello(name),
      `The ${fields.map((field) => ({ name: "name", phone: "phone number" })[field]).join(" and the ")} of your verified account ${fields.length === 1 ? "was" : "were"} changed.${fields.includes("name") ? " A reviewer will look at the new name. You can use your account as before." : ""}`,
      `If you didn't make this change, write to us at ${brand.supportEmail} and we will undo it.`,
      notYou(),
    ]),

  adminCreated: ({ name }: { name: string }) =>
    createEmail(`You are now an administrator of ${brand.name}`, [
      hello(name),
      "We created an administrator account for you. Log in with this email address and the password you were given.",
      { label: "Log in", href: url(paths.login()) },
    ]),

  adminInvited: ({ name, token, hours }: { name: string; token: string; hours: number }) =>
    createEmail(`You are now an administrator of ${brand.name}`, [
      hello(name),
      `We created an administrator account for you. Choose your own password with the link below. It works once, for ${hours} hours.`,
      { label: "Choose a password", href: url(paths.resetPassword({ token })) },
      "Has the link expired? Ask for a new one with Forgot password on the login page.",
    ]),

  manyReveals: ({ name, reader, limit }: { name: string; reader: string; limit: number }) =>
    createEmail(`An administrator of ${brand.name} reached the limit of revealed numbers`, [
      hello(name),
      `${reader} wanted to reveal more than ${limit} numbers (NIN, BVN, account number) within an hour. We refused the rest.`,
      "Please ask why. If the account may be in other hands, end its sessions by deleting it.",
      { label: "See the administrators and what they opened", href: url(paths.adminSubAdmins()) },
    ]),

  identityProviderFault: ({ name, provider }: { name: string; provider: string }) =>
    createEmail(`Identity checks with ${provider} do not work`, [
      hello(name),
      `${provider} refused a check because of our account there: the key, the balance or the address. Reviewers can decide without it, and compare themselves.`,
      `Please look at the balance and the keys in ${provider}'s dashboard, and at the configuration of ${brand.name}.`,
    ]),

  // Without the deleted user's name, which would remain in the mailbox.
  accountDeleted: ({ name, actor, role, status, reason }: DeletedAccount) =>
    createEmail(`${actor} deleted an account`, [
      hello(name),
      `${actor} deleted an account (role: ${role}${status ? `, verification: ${status}` : ""}). The reason given: ${reason}.`,
      "If you don't know why, ask them. The audit log has the details, and what the law requires us to keep stays in a sealed record.",
      { label: "Records of erased accounts", href: url(paths.adminSubAdmins()) },
    ]),

  manyReads: ({ name, reader, users }: { name: string; reader: string; users: number }) =>
    createEmail(`${reader} opened many users' data today`, [
      hello(name),
      `${reader} has opened the data of ${users} users today. This may be ordinary work. If you don't know why, ask them, and check what they opened.`,
      { label: "Reads per administrator", href: url(paths.adminSubAdmins()) },
    ]),

  // Without names of users, which would remain in the mailbox.
  watchlistHits: ({ name, users }: { name: string; users: number }) =>
    createEmail("Approved users may be on a list of sanctions or politically exposed people", [
      hello(name),
      `${users === 1 ? "1 approved user" : `${users} approved users`} may be on a list of sanctions or politically exposed people, after an import or a change of name. A reviewer must clear or confirm each hit.`,
      "We send this at most once a day.",
      { label: "Approved users", href: url(paths.adminVerification({ role: "all", status: "approved" })) },
    ]),

  // Without names of users, which would remain in the mailbox.
  secondApprovalNeeded: ({ name, proposer, act }: { name: string; proposer: string; act: string }) =>
    createEmail(`${proposer} asks for a second approval`, [
      hello(name),
      `${proposer} asks to ${act}. Nothing happens until another super administrator confirms it. Without a confirmation it expires after 7 days.`,
      { label: "Confirm or decline", href: url(paths.adminApprovals()) },
    ]),

  secondApprovalDecided: ({ name, act, ...end }: DecidedProposal) => {
    const [subject, text] = describeEnd(end);
    return createEmail(subject, [hello(name), `You asked to ${act}. ${text}`]);
  },

  casesAssigned: ({ name, actor, userIds }: { name: string; actor: string; userIds: string[] }) =>
    createEmail(
      userIds.length === 1 ? "A case was assigned to you" : `${userIds.length} cases were assigned to you`,
      [
        hello(name),
        userIds.length === 1
          ? `${actor} assigned a case to you. A note from them, if any, is in its timeline.`
          : `${actor} assigned ${userIds.length} cases to you. Notes from them, if any, are in their timelines.`,
        userIds.length === 1
          ? { label: "Open the case", href: url(paths.adminVerificationUser(userIds[0]!)) }
          : { label: "See your cases", href: url(`${paths.adminVerification()}?role=all&assignment=mine`) },
      ],
    ),
  mentioned: ({ name, actor, userId }: { name: string; actor: string; userId: string }) =>
    createEmail(`${actor} mentioned you in a note`, [
      hello(name),
      `${actor} wrote a note about a case and mentioned you.`,
      { label: "Read the note", href: url(paths.adminVerificationUser(userId)) },
    ]),
  approvalRuleSwitched: ({
    name,
    actor,
    rule,
    on,
  }: {
    name: string;
    actor: string;
    rule: string;
    on: boolean;
  }) =>
    createEmail(`Second approval for ${rule} is ${on ? "on" : "off"}`, [
      hello(name),
      `${actor} switched second approval for ${rule} ${on ? "on. From now on, one administrator asks for it and another one confirms it" : "off. From now on, one administrator is enough"}.`,
      { label: "See second approvals", href: url(paths.adminApprovals()) },
    ]),
};

export type TemplateName = keyof typeof templates;
export type TemplateData<N extends TemplateName> = Parameters<(typeof templates)[N]>[0];
