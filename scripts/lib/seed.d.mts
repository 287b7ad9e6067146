/** Fills the database of `env` with the demo data. Answers false when there is no seed. */
export function seed(env: Record<string, string>, args?: string[]): Promise<boolean>;
