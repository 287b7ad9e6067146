import type { ClientBase } from "pg";

export function sealedTables(client: ClientBase): Promise<{ table: string; id: string }[]>;
export function countByKey(client: ClientBase): Promise<Map<string, number>>;
