import "server-only";
import { brand } from "@/lib/brand";
import { env } from "@/lib/env";
import { paths } from "@/lib/routes/paths";

/** The letters of the product: plain text first, and the same as simple HTML. Links always lead to APP_URL (TRUST 10). */
interface Content {
  subject: string;
  text: string;
  html: string;
}

const url = (path: string) => new URL(path, env.APP_URL).toString();

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`);

type Block = string | { code: string } | { quote: string } | { label: string; href: string };

/** One letter from its blocks. A code and a link stand alone on a line of the text. */
function letter(subject: string, blocks: Block[]): Content {
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

const hello = (name: string) => `Hello ${name},`;

const notYou = (): Block => ({
  label: "Not you? Choose a new password at once",
  href: url(paths.forgotPassword()),
});

export const templates = {
  // To an address that nobody has proved yet: nothing of what a stranger may have typed stands in it.
  code: ({ code }: { code: string }) =>
    letter(`Your ${brand.name} code`, [
      "Hello,",
      "This is the code that proves your email address. It is good for 10 minutes.",
      { code },
      "If you did not ask for it, you need not do anything.",
    ]),

  passwordReset: ({ name, token }: { name: string; token: string }) =>
    letter(`Choose a new ${brand.name} password`, [
      hello(name),
      "Somebody asked for a new password for your account. The link below is good for 10 minutes and works once.",
      { label: "Choose a new password", href: url(paths.resetPassword({ token })) },
      "If it was not you, you need not do anything: your password stays as it is.",
    ]),

  passwordChanged: ({ name }: { name: string }) =>
    letter(`Your ${brand.name} password was changed`, [
      hello(name),
      "Your password was changed. Every other device was signed out.",
      notYou(),
    ]),

  twoStepOn: ({ name }: { name: string }) =>
    letter(`Two-step sign-in is on for ${brand.name}`, [
      hello(name),
      "From now on we ask for a code from your authenticator app when you log in, after your password. Keep your recovery codes where you find them without your phone.",
      notYou(),
    ]),

  twoStepOff: ({ name }: { name: string }) =>
    letter(`Two-step sign-in is off for ${brand.name}`, [
      hello(name),
      "From now on your password alone is enough to log in. Your recovery codes do not work any more.",
      notYou(),
    ]),

  recoveryCodesRenewed: ({ name }: { name: string }) =>
    letter(`Your ${brand.name} recovery codes were replaced`, [
      hello(name),
      "You have 10 new recovery codes. The old ones do not work any more.",
      notYou(),
    ]),

  recoveryUsed: ({ name, left }: { name: string; left: number }) =>
    letter(`A ${brand.name} recovery code was used`, [
      hello(name),
      `One of your recovery codes was used instead of a code from your authenticator app. It does not work again; ${left} of them ${left === 1 ? "is" : "are"} left.`,
      { label: "Make new ones in your profile", href: url(paths.profile()) },
      notYou(),
    ]),

  sessionReuse: ({ name }: { name: string }) =>
    letter(`A ${brand.name} session was ended`, [
      hello(name),
      "A copy of an old sign-in of yours was used, which should not happen. To be safe we ended that session everywhere; you can log in again.",
      { label: "Log in", href: url(paths.login()) },
      { label: "If you do not recognise this, choose a new password", href: url(paths.forgotPassword()) },
    ]),

  submissionReceived: ({ name }: { name: string }) =>
    letter("We have received your verification", [
      hello(name),
      "Your answers and documents have arrived. A reviewer looks at them next; this takes 1-2 business days.",
      "We write to you as soon as it is decided. You need not do anything until then.",
      { label: "See where it stands", href: url(paths.verificationSuccess()) },
    ]),

  submissionApproved: ({ name }: { name: string }) =>
    letter("Your verification is approved", [
      hello(name),
      "Your verification is approved. Your dashboard is open to you.",
      { label: "Open your dashboard", href: url(paths.dashboard()) },
    ]),

  submissionRejected: ({ name, reason }: { name: string; reason: string }) =>
    letter("Your verification needs another look", [
      hello(name),
      "We could not approve your verification. The reviewer wrote:",
      { quote: reason },
      "Your answers are kept. Correct what is named and submit again.",
      { label: "Go to your form", href: url(paths.login()) },
    ]),

  adminCreated: ({ name }: { name: string }) =>
    letter(`You are now an administrator of ${brand.name}`, [
      hello(name),
      "An administrator account was made for you. Log in with this address and the password you were given.",
      { label: "Log in", href: url(paths.login()) },
    ]),
};

export type TemplateName = keyof typeof templates;
export type TemplateData<N extends TemplateName> = Parameters<(typeof templates)[N]>[0];
