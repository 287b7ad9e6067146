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
 * The allowed contents of a PDF (threat 28). A document shows pages, and may link to its own pages and, on a click, to web pages. It
 * performs no action automatically and refers to nothing else. This module has no alias imports, because the decoder process loads it
 * directly.
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
/** The allowed annotations; all others are dropped or rejected. */
const ANNOTATIONS = words(`
  Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup Widget
  PrinterMark Watermark Redact`);
/** The events of annotations, pages and documents. A resource named AA has different keys. */
const EVENTS = words("E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP");
const PAGE_TURNS = words("NextPage PrevPage FirstPage LastPage");

/** Content that is rejected rather than dropped, because the document is incomplete without it or was built to do harm. */
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
  PS: "a PostScript program",
};
const OUTSIDE = "content from outside the file";
const BY_ITSELF = "an action that starts by itself";

const MAX_DEPTH = 50;

class Refused extends Error {}

const key = (name: string) => PDFName.of(name);

const keepKeys = (dict: PDFDict | undefined, allowed: ReadonlySet<string>) => {
  for (const name of dict?.keys() ?? []) if (!allowed.has(name.decodeText())) dict!.delete(name);
};

/** Throws Refused for content of a rejected kind. */
function refuse(kind: string | undefined): void {
  const content = kind && Object.hasOwn(REFUSED, kind) ? REFUSED[kind] : undefined;
  if (content) throw new Refused(content);
}

/** Removes disallowed contents from a document. Its methods throw Refused for contents that must be rejected. */
class Contents {
  private readonly document: PDFDocument;
  private readonly reached = new Set<PDFRef>();

  constructor(document: PDFDocument) {
    this.document = document;
  }

  private resolve(value: PDFObject | undefined): PDFObject | undefined {
    return value instanceof PDFRef ? this.document.context.lookup(value) : value;
  }

  private dictOf(value: PDFObject | undefined): PDFDict | undefined {
    const object = this.resolve(value);
    // Some viewers read the dictionary of a stream too.
    return object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : undefined;
  }

  private nameIn(dict: PDFDict | undefined, name: string): string | undefined {
    const value = this.resolve(dict?.get(key(name)));
    return value instanceof PDFName ? value.decodeText() : undefined;
  }

  private isWebLink(action: PDFDict): boolean {
    const uri = this.resolve(action.get(key("URI")));
    return (
      (uri instanceof PDFString || uri instanceof PDFHexString) &&
      /^https?:\/\/[^\\\s]/i.test(uri.decodeText())
    );
  }

  /** Returns whether an action, or every action in a list, is allowed. A dictionary without an action's type is not an action. */
  private isAllowedAction(value: PDFObject | undefined, byItself: boolean, depth = 0): boolean {
    const object = this.resolve(value);
    if (object instanceof PDFArray) {
      if (depth > MAX_DEPTH) throw new Error("nested too deeply");
      return object.asArray().every((item) => this.isAllowedAction(item, byItself, depth + 1));
    }
    const action = this.dictOf(object);
    const type = this.nameIn(action, "S");
    if (!action || type === undefined) return true;
    refuse(type);
    if (byItself && action.has(key("Next"))) throw new Refused(BY_ITSELF);
    if (type === "GoTo") return true;
    if (type === "Named") return PAGE_TURNS.has(this.nameIn(action, "N") ?? "");
    if (byItself) throw new Refused(BY_ITSELF);
    return type === "URI" && this.isWebLink(action);
  }

  private keepAction(dict: PDFDict, name: PDFName, byItself: boolean): void {
    if (!this.isAllowedAction(dict.get(name), byItself)) dict.delete(name);
  }

  private keepEvents(events: PDFDict): void {
    for (const event of events.keys())
      if (EVENTS.has(event.decodeText())) this.keepAction(events, event, true);
  }

  private keepAnnotations(value: PDFObject): void {
    const annotations = this.resolve(value);
    if (!(annotations instanceof PDFArray)) return;
    for (let i = annotations.size() - 1; i >= 0; i -= 1) {
      const type = this.nameIn(this.dictOf(annotations.get(i)), "Subtype");
      if (ANNOTATIONS.has(type ?? "")) continue;
      refuse(type);
      annotations.remove(i);
    }
  }

  private refuseFile(value: PDFObject): void {
    const dict = this.dictOf(value);
    const embedded = this.dictOf(dict?.get(key("EF")));
    if (
      ["Filespec", "F", "EmbeddedFile"].includes(this.nameIn(dict, "Type") ?? "") ||
      embedded?.values().some((content) => this.resolve(content) instanceof PDFStream)
    )
      refuse("EmbeddedFiles");
  }

  /** Drops or rejects entries by the combined meaning of key and value; a key or a name alone has no meaning. */
  private keepEntries(dict: PDFDict): void {
    for (const [name, value] of dict.entries()) {
      const inner = this.dictOf(value);
      this.refuseFile(value);
      switch (name.decodeText()) {
        case "OpenAction":
          this.keepAction(dict, name, true);
          break;
        case "A":
        case "PA":
        case "Next":
          this.keepAction(dict, name, false);
          break;
        case "AA":
          if (inner) this.keepEvents(inner);
          break;
        case "Annots":
          this.keepAnnotations(value);
          break;
        case "V":
          // A signature is invalid for the rewritten file.
          if (inner?.has(key("ByteRange"))) dict.delete(name);
          break;
        case "SV":
          // It contains web addresses to which a viewer may send a signer.
          if (dict.has(key("FT"))) dict.delete(name);
          break;
        case "DestOutputProfileRef":
          dict.delete(name);
      }
    }
    if (this.nameIn(dict, "Type") === "Action" && !this.isAllowedAction(dict, false)) dict.delete(key("S"));
  }

  private keepInside(stream: PDFDict): void {
    if (stream.has(key("F"))) throw new Refused(OUTSIDE);
    // The type of a form or image is optional. Printers execute the contents of a PS stream.
    for (const name of ["Subtype", "Subtype2"]) if (this.nameIn(stream, name) === "PS") refuse("PS");
    for (const name of ["FFilter", "FDecodeParms", "Ref", "OPI", "PS"]) stream.delete(key(name));
  }

  private keepNames(): void {
    const names = this.dictOf(this.document.catalog.get(key("Names")));
    for (const name of ["JavaScript", "EmbeddedFiles"]) {
      const tree = this.dictOf(names?.get(key(name)));
      const entries = this.resolve(tree?.get(key("Names")));
      const isEmpty = !tree?.has(key("Kids")) && !(entries instanceof PDFArray && entries.size() > 0);
      if (!isEmpty) refuse(name);
    }
    keepKeys(names, words("Dests"));
  }

  private keepForm(): void {
    const form = this.dictOf(this.document.catalog.get(key("AcroForm")));
    if (form?.has(key("XFA"))) refuse("XFA");
    keepKeys(form, FORM_KEYS);
  }

  /** Retains the allowed contents of a direct object, and adds the objects it refers to to `waiting`. */
  private visit(object: PDFObject | undefined, waiting: PDFRef[], depth = 0): void {
    if (depth > MAX_DEPTH) throw new Error("nested too deeply");
    const visitAll = (values: PDFObject[]) => {
      for (const value of values) this.visit(value, waiting, depth + 1);
    };
    if (object instanceof PDFRef) {
      if (!this.reached.has(object)) waiting.push(object);
      this.reached.add(object);
    } else if (object instanceof PDFArray) {
      for (const item of object.asArray()) this.refuseFile(item);
      visitAll(object.asArray());
    } else if (object instanceof PDFStream) {
      this.keepInside(object.dict);
      visitAll([object.dict]);
    } else if (object instanceof PDFDict) {
      this.keepEntries(object);
      visitAll(object.values());
    }
  }

  private deleteUnreached(): void {
    const { context } = this.document;
    for (const [ref] of context.enumerateIndirectObjects()) if (!this.reached.has(ref)) context.delete(ref);
    context.largestObjectNumber = Math.max(...[...this.reached].map(({ objectNumber }) => objectNumber));
  }

  keepAllowed(): void {
    const { catalog, context } = this.document;
    keepKeys(catalog, CATALOG_KEYS);
    for (const page of this.document.getPages()) keepKeys(page.node, PAGE_KEYS);
    this.keepNames();
    this.keepForm();
    const waiting: PDFRef[] = [];
    this.visit(context.trailerInfo.Root, waiting);
    this.visit(context.trailerInfo.Info, waiting);
    for (let ref = waiting.pop(); ref; ref = waiting.pop()) this.visit(context.lookup(ref), waiting);
    this.deleteUnreached();
  }
}

/**
 * Removes all disallowed contents from a document, and all objects left unreferenced. Returns a text for content that must be rejected, or
 * null. Throws if the document is nested too deeply.
 */
export function keepAllowedContents(document: PDFDocument): string | null {
  try {
    new Contents(document).keepAllowed();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
