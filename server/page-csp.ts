// The content security policy of pages without a nonce: our files, the script in the head, and the scripts that Next wrote, by hash (threat
// 39, ADR 7).
import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { defaultTreeAdapter as tree, parse, serialize, type DefaultTreeAdapterTypes as Html } from "parse5";
import { headScript } from "../lib/pages/head-script.ts";
import { pagePolicy } from "../lib/pages/page-policy.ts";

/** Marks a page that works without React in the browser (components/layout/no-client-runtime.tsx). */
const NO_RUNTIME_ATTRIBUTE = "data-without-runtime";

export interface Page {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** The body by content encoding. It is absent if the response is sent as it is. */
  compressed?: Map<string, Promise<Buffer>>;
}

const sha256 = (text: string) => createHash("sha256").update(text);

/** All elements of a page, in document order. */
function* walkElements(node: Html.ParentNode): Generator<Html.Element> {
  for (const child of node.childNodes) {
    if (!tree.isElementNode(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

const getAttribute = (element: Html.Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

const textOf = (script: Html.Element): string =>
  script.childNodes.map((child) => (tree.isTextNode(child) ? child.value : "")).join("");

const isFrameworkFile = (script: Html.Element) => getAttribute(script, "src")?.startsWith("/_next/") ?? false;
const isFrameworkData = (script: Html.Element) => /^\(?(?:self|window)\.__next/.test(textOf(script));

/** Removes the framework's files and the data with which React would hydrate the page. Other scripts stay. */
function removeRuntime(elements: Html.Element[]): void {
  const runtime = elements.filter(
    (element) =>
      (element.tagName === "script" && (isFrameworkFile(element) || isFrameworkData(element))) ||
      (element.tagName === "link" && getAttribute(element, "as") === "script"),
  );
  // Without framework files and data this is not the page structure that the code below expects.
  if (!runtime.some(isFrameworkFile) || !runtime.some(isFrameworkData)) return;
  for (const element of runtime) tree.detachNode(element);
}

const isPage = (headers: OutgoingHttpHeaders): boolean =>
  /^text\/html\b/.test(String(headers["content-type"] ?? ""));

/** Whether scripts are unrestricted or inline scripts are allowed, which is right only in development (lib/pages/csp.ts). */
function isUnrestricted(headers: OutgoingHttpHeaders): boolean {
  const policy = String(headers["content-security-policy"] ?? "");
  const scripts = (/\bscript-src ([^;]*)/.exec(policy) ?? /\bdefault-src ([^;]*)/.exec(policy))?.[1];
  return scripts === undefined || scripts.includes("'unsafe-inline'");
}

/** A path that fails or redirects now may become a page later. */
const isTemporary = (status: number): boolean => status >= 300 && status !== 304;

/**
 * Prepares Next's page for sending. `nonce` is the one that Next put on its scripts; it is removed. `isShared` allows browsers to cache and
 * revalidate the page.
 */
export function finishPage({ status, headers, body }: Page, nonce: string, isShared: boolean): Page {
  const sent = { ...headers };
  for (const name of ["content-length", "transfer-encoding", "connection", "etag"]) delete sent[name];
  if (isTemporary(status)) sent["cache-control"] = "no-store";
  if (!isPage(headers) || !isUnrestricted(headers)) return { status, headers: sent, body };

  const document = parse(body.toString("utf8"));
  const elements = [...walkElements(document)];
  if (elements.some((element) => getAttribute(element, NO_RUNTIME_ATTRIBUTE) !== undefined))
    removeRuntime(elements);
  // A prerendered page contains no visitor input.
  const isPrerendered = headers["x-nextjs-prerender"] !== undefined;
  const hashes = new Set<string>();
  for (const element of walkElements(document)) {
    const isOurs =
      isPrerendered || textOf(element) === headScript || getAttribute(element, "nonce") === nonce;
    const isInline = element.tagName === "script" && getAttribute(element, "src") === undefined;
    const isData = getAttribute(element, "type")?.startsWith("application/");
    if (isOurs && isInline && !isData)
      hashes.add(`'sha256-${sha256(textOf(element).replaceAll(nonce, "")).digest("base64")}'`);
    element.attrs = element.attrs.filter(({ name, value }) => !(name === "nonce" && value === nonce));
  }
  const html = serialize(document).replaceAll(nonce, "");
  sent["content-security-policy"] = pagePolicy(["'self'", ...hashes].join(" "));
  if (sent.link) sent.link = String(sent.link).replaceAll(`; nonce="${nonce}"`, "");
  sent.vary = "Accept-Encoding";
  if (status === 200)
    sent["cache-control"] = isShared ? "public, max-age=0, must-revalidate" : "private, no-store";
  if (status === 200 && isShared) sent.etag = `"${sha256(html).digest("base64url").slice(0, 27)}"`;
  return { status, headers: sent, body: Buffer.from(html), compressed: new Map() };
}

/** The headers of a response that is passed through: a page without a policy of its own may not run scripts. */
export function restrictHeaders(status: number, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return {
    ...(isTemporary(status) && { "cache-control": "no-store" }),
    ...(isPage(headers) && isUnrestricted(headers) && { "content-security-policy": pagePolicy("'none'") }),
  };
}
