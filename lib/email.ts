import { normalizeText } from "./text";

/** Returns the ASCII form of an international domain (UTS 46); null if it is not valid. */
function toAsciiDomain(domain: string): string | null {
  // Other ASCII characters would give the URL a port or a path.
  const host = /^(?:[a-z0-9.-]|[^\x00-\x7F])+$/u.test(domain) && URL.parse(`http://${domain}`)?.hostname;
  return host || null;
}

/**
 * Returns the one form in which an email address is stored and compared (threat 7): NFKC, lower case, no invisible characters, and an
 * international domain in ASCII, as some browsers send it. Returns an empty text for a domain that cannot
 * be converted. Does not validate anything else. Safe in the browser.
 */
export function canonicalEmail(typed: string): string {
  const compatible = typed.normalize("NFKC").toLowerCase().trim();
  const plain = normalizeText(compatible);
  const start = plain.lastIndexOf("@") + 1;
  if (start === 0 || /^[\x00-\x7F]*$/.test(plain.slice(start))) return plain;
  // Some scripts write joiners within words: they belong to the domain, and are otherwise dropped like all invisible characters.
  const ascii =
    toAsciiDomain(compatible.slice(compatible.lastIndexOf("@") + 1)) ?? toAsciiDomain(plain.slice(start));
  return ascii === null ? "" : plain.slice(0, start) + ascii;
}
