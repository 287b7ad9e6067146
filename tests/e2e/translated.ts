import type { Page } from "@playwright/test";

/**
 * Changes a page as Chrome's translator does, as soon as React runs in every part of it: replaces each text, also later ones, by a text
 * within two `font` elements.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const untranslated = "script, style, textarea, title, svg, [translate=no], font font";
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    const replace = (text: Node) => {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || !parent || parent.closest(untranslated)) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.append(text.nodeValue);
      outer.append(inner);
      text.parentNode!.replaceChild(outer, text);
    };
    const replaceWithin = (root: Node) => {
      if (root.nodeType === Node.TEXT_NODE) return replace(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(replace);
    };
    const start = () => {
      const isReady = [...document.querySelectorAll("body *")]
        .filter((element) => !element.closest(untranslated) && hasText(element))
        .every((element) => Object.keys(element).some((key) => key.startsWith("__react")));
      if (!isReady || document.querySelector('[hidden][id^="S:"]')) return void setTimeout(start, 20);
      replaceWithin(document.body);
      document.documentElement.dataset["translated"] = "";
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          if (type === "characterData") replace(target);
          else addedNodes.forEach(replaceWithin);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    window.addEventListener("load", start);
  });
}
