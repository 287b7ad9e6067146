export function isBuilt(env: Record<string, string | undefined>): boolean;
export function build(env?: Record<string, string>): Promise<void>;
