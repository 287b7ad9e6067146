export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Returns the first value of a parameter; undefined when it is absent or empty. */
export async function param(query: SearchParams, name: string): Promise<string | undefined> {
  const value = (await query)[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}
