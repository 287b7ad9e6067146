/** A call that is repeated, because its response was lost or the user clicked twice, takes effect once (ADR 17). */
export const TIMES = 50;

export const many = <T>(work: (server: 0 | 1) => Promise<T>, times = TIMES) =>
  Promise.all(Array.from({ length: times }, (_, n) => work((n % 2) as 0 | 1)));

export const count = (list: { status: number }[], status: number) =>
  list.filter((item) => item.status === status).length;
