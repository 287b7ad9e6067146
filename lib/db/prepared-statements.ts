/** So many texts are kept prepared on a connection; those that come after are planned each time. */
const MAX_STATEMENTS = 500;

/**
 * Names for the statements of one pool: PostgreSQL parses a statement that has a name once for each connection, and plans it a few
 * times until it knows whether the values matter. The joins behind a user take longer to plan than to run. A search is planned for its own
 * words every time, because whether they are rare decides how it is best read; its name is empty.
 */
export function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known) return known;
    if (names.size >= MAX_STATEMENTS || sql.includes("ILIKE")) return "";
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
