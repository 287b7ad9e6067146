/** Each worker of Playwright has an index of its own, and numbers of its own. */
const worker = process.env["TEST_WORKER_INDEX"];
const PER_WORKER = 1_000;
const FIRST = 10_000;
let count = 0;

/**
 * Returns a number for sample answers and documents that no other user has: in a browser test the next one of its worker, so that two
 * applicants never share a date of birth or an account number by chance; in other tests, whose files share a server, a random one.
 */
export const freshNumber = (): number =>
  worker === undefined
    ? FIRST + Math.floor(Math.random() * 1_000_000_000)
    : FIRST + Number(worker) * PER_WORKER + (count += 1);
