import { endpoint } from "@/lib/endpoint";
import { statementDto, statementQuery } from "@/lib/investing/statements/schema";

/** Statements of account (product 10.36). */
export const statements = {
  getStatement: endpoint("GET", "/api/statements", "applicant", {
    query: statementQuery,
    data: statementDto,
    failures: ["CONFLICT"],
    fallback: "Could not load the statement",
  }),
  exportStatement: endpoint("GET", "/api/statements/export", "applicant", {
    query: statementQuery,
    produces: "text/csv",
    failures: ["CONFLICT"],
    fallback: "Could not export the statement",
  }),
};
