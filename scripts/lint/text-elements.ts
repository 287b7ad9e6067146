// The rule for texts in JSX. It needs types, so a unit test runs it with the compiler's API (tests/text-elements.test.ts), not oxlint.
import path from "node:path";
import {
  isArrowFunction,
  isFunctionDeclaration,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isLiteralExpression,
  isVariableDeclaration,
  SyntaxKind,
  type JsxChild,
  type Node,
} from "@typescript/native/unstable/ast";
import {
  API,
  SignatureKind,
  TypeFlags,
  type Checker,
  type Project,
  type Type,
} from "@typescript/native/unstable/sync";

const root = path.resolve(import.meta.dirname, "../..");
const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.BooleanLike;

/** The kind of output that React renders for a value. */
type Rendered = "text" | "nothing" | "node";

function renderedKinds(type: Type, kinds = new Set<Rendered>()): Set<Rendered> {
  if (type.isUnionType()) {
    for (const member of type.getTypes()) renderedKinds(member, kinds);
    return kinds;
  }
  const isFalsy = type.isLiteralType() && !type.value;
  if (type.flags & NOTHING || isFalsy) kinds.add("nothing");
  else kinds.add(type.flags & TEXT ? "text" : "node");
  return kinds;
}

/** Whether a type is ReactNode, the type of `children`, alone or in a union: its texts are checked where they are written. */
const isReactNode = (type: Type) =>
  type.isUnionType() && type.getTypes().some((member) => member.getSymbol()?.name === "Promise");

const isLiteral = (node: Node) =>
  isLiteralExpression(node) ||
  [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].includes(node.kind);

function isBlank(child: JsxChild): boolean {
  if (isJsxText(child)) return !/\S/.test(child.text);
  if (!isJsxExpression(child)) return false;
  return !child.expression || (isLiteralExpression(child.expression) && !/\S/.test(child.expression.text));
}

/** Classifies a child: `fixed` text, `changing` text, another child that `varies`, or one that `stays`. */
function roleOf(child: JsxChild, checker: Checker): "fixed" | "changing" | "varies" | "stays" {
  if (isJsxText(child)) return "fixed";
  if (isJsxFragment(child)) return "varies";
  if (!isJsxExpression(child) || !child.expression) return "stays";
  if (isLiteral(child.expression)) return "fixed";
  const type = checker.getTypeAtLocation(child.expression);
  if (!type || isReactNode(type)) return "varies";
  return renderedKinds(type).has("text") ? "changing" : "varies";
}

function hasBareText(children: readonly JsxChild[], checker: Checker): boolean {
  const visible = children.filter((child) => !isBlank(child));
  // React never touches texts and elements that do not change.
  if (visible.length < 2 || !visible.some((child) => isJsxExpression(child) || isJsxFragment(child)))
    return false;
  const roles = visible.map((child) => roleOf(child, checker));
  const varies = roles.some((role) => role === "varies" || role === "changing");
  return varies && roles.some((role) => role === "fixed" || role === "changing");
}

function componentName(node: Node): string {
  const named = isFunctionDeclaration(node) || isVariableDeclaration(node) ? node.name : undefined;
  return named && isIdentifier(named) ? named.text : "";
}

function returnsText(node: Node, checker: Checker): boolean {
  if (!isFunctionDeclaration(node) && !isArrowFunction(node)) return false;
  const name = componentName(isFunctionDeclaration(node) ? node : node.parent);
  if (!/^[A-Z][a-z]/.test(name)) return false;
  const type = checker.getTypeAtLocation(node);
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  const result = signature && checker.getReturnTypeOfSignature(signature);
  return Boolean(result) && !isReactNode(result!) && renderedKinds(result!).has("text");
}

function violationsOf(file: string, { program, checker }: Project): string[] {
  const source = program.getSourceFile(path.join(root, file));
  if (!source) throw new Error(`${file} is not in tsconfig.json.`);
  const violations: string[] = [];
  const report = (node: Node, message: string) => {
    const line = source.text.slice(0, node.getStart(source)).split("\n").length;
    violations.push(`${file}:${line}: ${message}`);
  };
  const visit = (node: Node): void => {
    if ((isJsxElement(node) || isJsxFragment(node)) && hasBareText(node.children, checker))
      report(node, "Give each text an element of its own, or make one string of all texts here.");
    if (returnsText(node, checker)) report(node, "Return an element, not a text.");
    node.forEachChild((child) => void visit(child));
  };
  visit(source);
  return violations;
}

/**
 * Returns the texts in these files (relative to the root) that a browser's translator would break, one line each. Translators replace text
 * nodes with their own elements: React then cannot remove such a node or insert something before it, so the page crashes; and it updates
 * the detached node, which is invisible. An element whose only child is a text has neither problem.
 */
export function findBareTexts(files: readonly string[]): string[] {
  const api = new API({ cwd: root });
  try {
    const config = path.join(root, "tsconfig.json");
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error("tsconfig.json could not be read.");
    return files.flatMap((file) => violationsOf(file, project));
  } finally {
    api.close();
  }
}
