/** An OpenAPI document, as far as the contract uses it. */
export type Json = Record<string, unknown>;
export interface Document {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, Parameter>; securitySchemes: Json };
}
interface Reference {
  $ref: string;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  allowEmptyValue?: boolean;
  /** False if several values have commas between them. */
  explode?: boolean;
  schema: Json;
}
export type Content = Record<string, { schema: Json }>;
export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  deprecated?: boolean;
  description?: string;
  /** The day from which a deprecated call may be missing. */
  "x-sunset"?: string;
  security: Json[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content: Content }>;
}

/** The calls of a document as `GET /api/me`, in its order. */
export const callsOf = ({ paths }: Document): Map<string, Operation> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );

/** Returns the parameters of a call without references. */
export const parametersOf = (document: Document, { parameters }: Operation): Parameter[] =>
  parameters.map((item) =>
    "$ref" in item ? document.components.parameters[item.$ref.split("/").at(-1)!]! : item,
  );
