/** The maximum of prepared statements per connection; further ones are planned on each execution. */
const MAX_STATEMENTS = 500;

/**
 * Returns a function that names the statements of a pool. PostgreSQL parses a named statement once per connection and caches its
 * plan after a few executions; planning the joins of a user takes longer than running them. Searches get an empty name, because
 * their best plan depends on how rare the searched words are.
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
