import ts from "typescript";

/**
 * Translators of browsers replace text nodes by elements of their own. React then cannot remove such a node or insert something before it
 * and the page crashes, and what it writes into the detached node is not shown. An element whose only child is a text has neither
 * problem. So a text that changes has an element for itself, and so has a text beside something that comes and goes.
 */
const { TypeFlags } = ts;
const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.BooleanLike;

/** What React renders for a value of the type: `text`, `nothing` and `node`. */
function kindsOf(type, kinds = new Set()) {
  const { value } = type;
  const isFalsy = value === "" || value === 0 || value?.base10Value === "0";
  if (type.isUnion()) for (const part of type.types) kindsOf(part, kinds);
  else if (type.flags & NOTHING || isFalsy) kinds.add("nothing");
  else kinds.add(type.flags & TEXT ? "text" : "node");
  return kinds;
}

/** Whether a type is ReactNode, the type of `children`, alone or within a union: what it is, is checked where it is written. */
const isReactNode = (type) => type.isUnion() && type.types.some(({ symbol }) => symbol?.name === "Promise");

/** `fixed` text, `changing` text, a child that `varies`, or `stays`. */
function classify(child, typeOf) {
  if (child.type === "JSXText") return "fixed";
  if (child.type === "JSXFragment") return "varies";
  if (child.type !== "JSXExpressionContainer") return "stays";
  const { expression } = child;
  if (expression.type === "Literal") return "fixed";
  const type = typeOf(expression);
  if (isReactNode(type)) return "varies";
  const kinds = kindsOf(type);
  return kinds.has("text") ? "changing" : "varies";
}

const isBlank = ({ type, value, expression }) =>
  (type === "JSXText" && !/\S/.test(value)) ||
  (type === "JSXExpressionContainer" &&
    (expression.type === "JSXEmptyExpression" ||
      (expression.type === "Literal" && !/\S/.test(String(expression.value)))));

/** @type {import("eslint").Rule.RuleModule} */
export const textElement = {
  create({ sourceCode, report }) {
    const typeOf = (node) => sourceCode.parserServices.getTypeAtLocation(node);

    const checkChildren = (parent) => {
      const children = parent.children.filter((child) => !isBlank(child));
      const roles = children.map((child) => classify(child, typeOf));
      const isVarying = roles.some((role) => role === "varies" || role === "changing");
      if (children.length < 2 || !isVarying) return;
      children.forEach((node, index) => {
        if (roles[index] === "fixed" || roles[index] === "changing")
          report({
            node,
            message: "Give this text an element of its own, or make one string of all texts here.",
          });
      });
    };

    /** A component that is a text has no element for it. */
    const checkResult = (node) => {
      const name = node.id?.name ?? node.parent.id?.name ?? "";
      const [signature] = /^[A-Z][a-z]/.test(name) ? typeOf(node).getCallSignatures() : [];
      if (!signature) return;
      const type = signature.getReturnType();
      if (!isReactNode(type) && kindsOf(type).has("text"))
        report({ node, message: "Return an element, not a text." });
    };

    return {
      JSXElement: checkChildren,
      JSXFragment: checkChildren,
      FunctionDeclaration: checkResult,
      ArrowFunctionExpression: checkResult,
    };
  },
};
