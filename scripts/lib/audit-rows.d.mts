import type { ClientBase } from "pg";
import type { ChainRow } from "../audit-verifier.mjs";

export function auditRows(client: ClientBase): AsyncGenerator<ChainRow>;
