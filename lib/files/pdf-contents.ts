import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from "@cantoo/pdf-lib";

/**
 * What a PDF may contain (threat 28). A document shows pages, and may lead to its own pages and to web pages by a click; it does nothing by
 * itself, and points to nothing else. This module has no imports by alias, because the decoder process loads it directly.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The allowed entries of the catalogue and of pages; all others are dropped. */
const CATALOG_KEYS = words(`
  Type Version Extensions Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines OpenAction AA AcroForm Metadata
  StructTreeRoot MarkInfo Lang OutputIntents OCProperties`);
const PAGE_KEYS = words(`
  Type Parent LastModified Resources MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group Thumb Annots Metadata
  StructParents Tabs UserUnit AA`);
const FORM_KEYS = words("Fields NeedAppearances SigFlags DR DA Q");
/** The allowed annotations; all others are dropped or refused. */
const ANNOTATIONS = words(`
  Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup Widget
  PrinterMark Watermark Redact`);
/** The events of annotations, pages and documents. A resource named AA has other keys. */
const EVENTS = words("E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP");
const PAGE_TURNS = words("NextPage PrevPage FirstPage LastPage");

/** Content that is refused rather than dropped, because the document is not whole without it or was made to do harm. */
const REFUSED: Readonly<Record<string, string>> = {
  JavaScript: "scripts",
  Launch: "a link that starts a program",
  SubmitForm: "a form that sends its answers",
  ImportData: "a form that loads data",
  EmbeddedFiles: "attachments",
  FileAttachment: "attachments",
  GoToE: "attachments",
  XFA: "an interactive form",
  RichMedia: "video, sound or 3D content",
  RichMediaExecute: "video, sound or 3D content",
  Rendition: "video, sound or 3D content",
  Screen: "video, sound or 3D content",
  Movie: "video, sound or 3D content",
  Sound: "video, sound or 3D content",
  "3D": "video, sound or 3D content",
};
const OUTSIDE = "content from outside the file";
const BY_ITSELF = "an action that starts by itself";

const MAX_DEPTH = 50;

class Refused extends Error {}

/**
 * Removes everything from a document that is not allowed in it, and all objects to which nothing leads then. Returns what the document
 * must not contain, or null. Throws if it is nested too deeply.
 */
export function keepAllowedContents(document: PDFDocument): string | null {
  const { context, catalog } = document;
  try {
    const resolve = (value: PDFObject | undefined) =>
      value instanceof PDFRef ? context.lookup(value) : value;
    const dictOf = (value: PDFObject | undefined): PDFDict | undefined => {
      const object = resolve(value);
      // Some viewers read the dictionary of a stream, too.
      return object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : undefined;
    };
    const nameIn = (dict: PDFDict | undefined, key: string): string | undefined => {
      const value = resolve(dict?.get(PDFName.of(key)));
      return value instanceof PDFName ? value.decodeText() : undefined;
    };
    const refuse = (kind: string | undefined) => {
      const content = kind && Object.hasOwn(REFUSED, kind) ? REFUSED[kind] : undefined;
      if (content) throw new Refused(content);
    };
    const keepKeys = (dict: PDFDict | undefined, allowed: ReadonlySet<string>) => {
      for (const key of dict?.keys() ?? []) if (!allowed.has(key.decodeText())) dict!.delete(key);
    };

    const isWebLink = (action: PDFDict): boolean => {
      const uri = resolve(action.get(PDFName.of("URI")));
      return (
        (uri instanceof PDFString || uri instanceof PDFHexString) &&
        /^https?:\/\/[^\\\s]/i.test(uri.decodeText())
      );
    };
    /** Whether an action may remain. A dictionary without an action's type is none. */
    const isAllowedAction = (value: PDFObject | undefined, byItself: boolean): boolean => {
      const action = dictOf(value);
      const type = nameIn(action, "S");
      if (!action || type === undefined) return true;
      refuse(type);
      if (byItself && action.has(PDFName.of("Next"))) throw new Refused(BY_ITSELF);
      if (type === "GoTo") return true;
      if (type === "Named") return PAGE_TURNS.has(nameIn(action, "N") ?? "");
      if (byItself) throw new Refused(BY_ITSELF);
      return type === "URI" && isWebLink(action);
    };
    const keepActions = (dict: PDFDict, key: PDFName, byItself: boolean) => {
      const value = resolve(dict.get(key));
      const actions = value instanceof PDFArray ? value.asArray() : [value];
      if (!actions.every((action) => isAllowedAction(action, byItself))) dict.delete(key);
    };
    const isFile = (value: PDFObject): boolean => {
      const dict = dictOf(value);
      if (["Filespec", "F", "EmbeddedFile"].includes(nameIn(dict, "Type") ?? "")) return true;
      const embedded = dictOf(dict?.get(PDFName.of("EF")));
      return !!embedded?.values().some((content) => resolve(content) instanceof PDFStream);
    };

    /** Drops or refuses entries by what their keys and values together mean; a key or a name alone means nothing. */
    const keepEntries = (dict: PDFDict) => {
      for (const [key, value] of dict.entries()) {
        const name = key.decodeText();
        const inner = dictOf(value);
        if (isFile(value)) throw new Refused(REFUSED["EmbeddedFiles"]);
        if (name === "OpenAction") keepActions(dict, key, true);
        else if (name === "A" || name === "PA" || name === "Next") keepActions(dict, key, false);
        else if (name === "AA" && inner) {
          for (const event of inner.keys())
            if (EVENTS.has(event.decodeText())) keepActions(inner, event, true);
        } else if (name === "Annots") keepAnnotations(value);
        // A signature is not valid for the rewritten file.
        else if (name === "V" && inner?.has(PDFName.of("ByteRange"))) dict.delete(key);
        // SV names web addresses to which a viewer may send a signer.
        else if (name === "SV" && dict.has(PDFName.of("FT"))) dict.delete(key);
        else if (name === "DestOutputProfileRef") dict.delete(key);
      }
      if (nameIn(dict, "Type") === "Action" && !isAllowedAction(dict, false)) dict.delete(PDFName.of("S"));
    };
    const keepAnnotations = (value: PDFObject) => {
      const annotations = resolve(value);
      if (!(annotations instanceof PDFArray)) return;
      for (let i = annotations.size() - 1; i >= 0; i -= 1) {
        const type = nameIn(dictOf(annotations.get(i)), "Subtype");
        if (ANNOTATIONS.has(type ?? "")) continue;
        refuse(type);
        annotations.remove(i);
      }
    };
    const keepInside = (stream: PDFDict) => {
      if (stream.has(PDFName.of("F"))) throw new Refused(OUTSIDE);
      for (const key of ["FFilter", "FDecodeParms", "Ref", "OPI"]) stream.delete(PDFName.of(key));
    };

    keepKeys(catalog, CATALOG_KEYS);
    for (const page of document.getPages()) keepKeys(page.node, PAGE_KEYS);
    const names = dictOf(catalog.get(PDFName.of("Names")));
    for (const key of ["JavaScript", "EmbeddedFiles"]) {
      const tree = dictOf(names?.get(PDFName.of(key)));
      const entries = resolve(tree?.get(PDFName.of("Names")));
      const isEmpty = !tree?.has(PDFName.of("Kids")) && !(entries instanceof PDFArray && entries.size() > 0);
      if (!isEmpty) refuse(key);
    }
    keepKeys(names, words("Dests"));
    const form = dictOf(catalog.get(PDFName.of("AcroForm")));
    if (form?.has(PDFName.of("XFA"))) refuse("XFA");
    keepKeys(form, FORM_KEYS);

    const reached = new Set<PDFRef>();
    const waiting: PDFRef[] = [];
    const visit = (object: PDFObject | undefined, depth = 0): void => {
      if (depth > MAX_DEPTH) throw new Error("nested too deeply");
      if (object instanceof PDFRef) {
        if (!reached.has(object)) waiting.push(object);
        reached.add(object);
      } else if (object instanceof PDFArray) {
        for (const item of object.asArray()) {
          if (isFile(item)) throw new Refused(REFUSED["EmbeddedFiles"]);
          visit(item, depth + 1);
        }
      } else if (object instanceof PDFStream) {
        keepInside(object.dict);
        visit(object.dict, depth + 1);
      } else if (object instanceof PDFDict) {
        keepEntries(object);
        for (const value of object.values()) visit(value, depth + 1);
      }
    };
    const { Root, Info } = context.trailerInfo;
    visit(Root);
    visit(Info);
    for (let ref = waiting.pop(); ref; ref = waiting.pop()) visit(context.lookup(ref));
    for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
    context.largestObjectNumber = Math.max(...[...reached].map(({ objectNumber }) => objectNumber));
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
