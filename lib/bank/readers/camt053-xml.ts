import "server-only";
import type { XmlElement } from "@/lib/formats/xml";

/** Returns a name without its prefix, because prefixes differ between banks. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Returns the elements at a path of local names. */
export const all = (element: XmlElement, ...path: string[]): XmlElement[] =>
  path.reduce(
    (found, name) =>
      found.flatMap(({ children }) => children.filter((child) => localName(child.name) === name)),
    [element],
  );

/** Returns the text of the first element at a path; empty if there is none. */
export const textAt = (element: XmlElement, ...path: string[]): string =>
  all(element, ...path)[0]?.text.trim() ?? "";

/** Returns the texts of an element and all elements within it, in the order of the file. */
export const textsIn = (element: XmlElement): string[] => [
  element.text.trim(),
  ...element.children.flatMap(textsIn),
];
