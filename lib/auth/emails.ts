import "server-only";
import { brand } from "@/lib/brand";
import { createEmail, dateTime, hello, notYou, url } from "@/lib/mail/layout";
import { paths } from "@/lib/routes/paths";

/** Emails about the login and its security. */
export const authEmails = {
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
      `Someone logged in to your account with your password on a device we have not seen before: ${device}, ${dateTime(at)} (Lagos time).`,
      "If this was you, you don't need to do anything.",
      notYou(),
    ]),
};
