import "server-only";
import { brand } from "@/lib/brand";
import { env } from "@/lib/env";
import { paths } from "@/lib/routes/paths";

/** The layout of emails: plain text and the same content as simple HTML. Links always use APP_URL (threat 10). */
interface Content {
  subject: string;
  text: string;
  html: string;
}

/** Returns the absolute URL of a page. */
export const url = (path: string) => new URL(path, env.APP_URL).toString();

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`);

type Block = string | { code: string } | { quote: string } | { label: string; href: string };

/** Renders the blocks of an email. In the text version, codes and links have their own lines. */
export function createEmail(subject: string, blocks: Block[]): Content {
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

/** Returns the greeting. The name is empty for an unverified address, which may belong to another person (lib/mail/outbox.ts). */
export const hello = (name: string) => (name ? `Hello ${name},` : "Hello,");

export const dateTime = (iso: string) =>
  new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Africa/Lagos",
  }).format(new Date(iso));

/** Formats a day: `2 March 2026` for `2026-03-02`. */
export const day = (value: string) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(value));

export const notYou = (): Block => ({
  label: "Not you? Reset your password now",
  href: url(paths.forgotPassword()),
});
