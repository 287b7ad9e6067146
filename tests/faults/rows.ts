/** A test by file and name, or the name of its group. The name contains the row: "threat 11", "(threat 26-28)". */
export interface Proof {
  file: string;
  name: string;
}

/** A trust criterion and the tests that verify it. */
export interface Row {
  row: number;
  threat: string;
  /** The required result. */
  expected: string;
  tests: Proof[];
  /** The fault run that measures it (runs/index.ts). */
  run?: string;
  /** A separate command that measures it, because it takes longer than all other rows. */
  apart?: string;
}

const at = (folder: string) => (file: string, name: string) => ({ file: `${folder}/${file}.test.ts`, name });
const api = at("tests/api");
const unit = at("lib");
const browser = (file: string, name: string): Proof => ({ file: `tests/e2e/${file}.spec.ts`, name });

/** All criteria. The runner and docs/trust.md use this list, and a unit test compares it with the tests. */
export const trustCriteria: Row[] = [
  { row: 1, threat: "Code guessing", expected: "at most 5 of 100 parallel wrong codes are compared on two servers; then the right one is refused", tests: [api("registration", "threat 1: evaluates at most 5 of 100 parallel wrong codes on two servers, then refuses the right one")] },
  { row: 2, threat: "Asking again for more tries", expected: "at most 5 mails and 25 guesses an hour", tests: [api("registration", "threat 2: repeated requests for a code send at most 5 mails an hour")] },
  { row: 3, threat: "A code used twice", expected: "50 parallel right codes open 1 session", tests: [api("registration", "threat 3: a code used 50 times at once opens one session")] },
  { row: 4, threat: "Password guessing", expected: "at most 10 of 200 wrong passwords are compared, a forged address gains nothing; 100 right log-ins from one address all pass", tests: [api("sign-in", "threat 4: compares at most 10 of 200 wrong passwords over both login calls, also with a forged X-Forwarded-For"), api("sign-in", "threat 4: 100 parallel correct logins of 100 accounts from one address succeed"), api("limits", "threat 4: compare 100 of 190 parallel wrong attempts at 190 accounts from one address, and reject the rest"), unit("client-info", "networkOf (threat 4)")], run: "logins" },
  { row: 5, threat: "Locking somebody out", expected: "20 of 20 parallel right log-ins; sessions go on during an attack", tests: [api("sign-in", "threat 5: 20 parallel correct logins succeed")] },
  { row: 6, threat: "Finding out who has an account", expected: "same bytes, medians less than 5 ms apart, for 200 known and 200 unknown", tests: [api("sign-in", "login (threat 4-6, 9)")], run: "enumeration" },
  { row: 7, threat: "Look-alike addresses", expected: "0 duplicates, 0 mails to another", tests: [api("registration", "threat 7: look-alike spellings of an address belong to one account")] },
  { row: 8, threat: "Weak passwords", expected: "the 3,000 commonest refused, none cut short", tests: [api("registration", "threat 8: rejects common passwords as typed and truncates none")] },
  { row: 9, threat: "Stolen hashes, a flood of log-ins", expected: "argon2id 19 MiB, 2 passes; 100 log-ins at once, p95 under 1.5 s", tests: [api("sign-in", "threat 9: hashes with argon2id, 19 MiB, 2 passes, 1 lane")], run: "logins" },
  { row: 10, threat: "Abuse of password reset", expected: "20 parallel uses, 1 works; links to our host; old tokens 401", tests: [api("sign-in", "threat 10: reset links lead to the configured host regardless of the Host header, and an invented token is rejected"), api("idempotency", "threat 10: a reset link sets one password of twenty, and ends every session")] },
  { row: 11, threat: "Parallel refreshes", expected: "50 at two servers get 1 child, 0 log-outs", tests: [api("refresh", "threat 11: 50 parallel refreshes of one token on two servers return one child token and end no session")], run: "refreshes" },
  { row: 12, threat: "A stolen token", expected: "a replay ends the family: 401 at the next request, audit row and mail", tests: [api("refresh", "threat 12: reuse of a token after its child was used ends the session family and notifies the owner")] },
  { row: 13, threat: "A lost refresh answer", expected: "kill -9 during 50 refreshes: 0 log-outs", tests: [api("refresh", "threat 13: a server killed during refreshes ends no session")], run: "refreshes" },
  { row: 14, threat: "Stale rights", expected: "refused at once after log-out, deletion, change of role, reset", tests: [api("sessions", "current rights (threat 14)")] },
  { row: 15, threat: "Forged tokens", expected: "12 of 12 are 401", tests: [api("access-tokens", "forged access tokens (threat 15)")] },
  { row: 16, threat: "Other sites, cookies", expected: "0 changes from elsewhere", tests: [api("sessions", "cookies and other sites (threat 16)")] },
  { row: 17, threat: "What belongs to others", expected: "every call, ten kinds of people, 0 wrong; an unlisted handler fails", tests: [api("authorization-matrix", "the authorization matrix (threat 17)"), api("input", "threat 17: rejects each protected call of visitors, members and plain administrators as declared")] },
  { row: 18, threat: "Rights in a body", expected: "0 stored", tests: [api("rights", "forbidden changes of rights (threat 18, 19)")] },
  { row: 19, threat: "Taking over administration", expected: "403; at least one super administrator stays", tests: [api("rights", "forbidden changes of rights (threat 18, 19)"), api("rights", "threat 19: one super administrator remains when two delete each other at once, because the second has lost the right")] },
  { row: 20, threat: "Skipping and racing the work flow", expected: "of 50 parallel decisions 1 is made, with 1 mail and 1 audit row; the rest 409", tests: [api("decisions", "decisions (threat 20)")] },
  { row: 21, threat: "Getting past the middleware", expected: "the same answers without it, 0 bytes", tests: [api("page-authorization", "pages check access themselves (threat 21)"), api("without-middleware", "without middleware (threat 21)")] },
  { row: 22, threat: "A slip in a query", expected: "1,000 interleaved reads of two owners, 0 foreign rows", tests: [api("data-isolation", "1,000 interleaved reads by two owners return only their own rows (threat 22)")] },
  { row: 23, threat: "Bad input", expected: "1,000 bodies a handler, 0 answers of 5xx, all JSON", tests: [api("input", "every failure returns the envelope (threat 23, product 10.2)"), api("fuzz", "arbitrary requests to each call give no 5xx and always the envelope (threat 23)")] },
  { row: 24, threat: "Huge bodies", expected: "400 MB chunked: 413 within 1 s, memory less than +50 MB", tests: [api("input", "sizes (threat 24)"), api("memory", "threat 24: 400 MB of chunked upload are rejected and not held in memory")], run: "sizes" },
  { row: 25, threat: "Uploads cut short", expected: "a corporate form of 50 MB is taken whole", tests: [api("memory", "threat 25: ten documents of 5 MB in one request are accepted and processed one at a time")] },
  { row: 26, threat: "Disguised files", expected: "forty kinds: all refused, or nothing of them left", tests: [api("files", "disguised files (threat 26-28)"), api("files", "active content that a viewer would find and a parser would not is removed from the stored file (threat 26, 28)")] },
  { row: 27, threat: "Image bombs, metadata", expected: "31 kB of 256 megapixels refused within 500 ms; 0 EXIF", tests: [api("files", "images are stored upright without metadata, and polyglots without their second half (threat 27)")], run: "sizes" },
  { row: 28, threat: "Active PDFs", expected: "all refused", tests: [api("files", "active and encrypted PDFs are rejected (threat 28)")] },
  { row: 29, threat: "Documents of others", expected: "0 bytes", tests: [api("data-isolation", "responses for foreign and for missing objects are equal (threat 17, 22, 29)"), unit("files/storage", "stores files as private and connects only to the service (threat 29)")] },
  { row: 30, threat: "Scripts in documents", expected: "0 run", tests: [api("data-isolation", "threat 30: documents are sent with nosniff, no-store and a policy without scripts"), browser("documents", "a document with scripts runs none of them")] },
  { row: 31, threat: "Being led elsewhere", expected: "0 of the addresses stored or followed", tests: [api("carousel", "rejects addresses that lead to another site or run a script (threat 31)"), api("carousel", "never requests an item's address from the server (threat 31)"), api("sign-in", "threat 31: next-auth does not redirect to another site after a login"), unit("routes/safe-return-path", "safeReturnPath (threat 31)")] },
  { row: 32, threat: "Filling the disk", expected: "200 uploads in an hour: 429; 0 orphans after 24 h", tests: [api("quota", "upload limits (threat 32)"), api("retention", "no file is orphaned after 24 hours, whatever the result of its upload (threat 32)")] },
  { row: 33, threat: "A stolen database", expected: "0 planted numbers found; a moved cell does not open", tests: [api("privacy", "numbers at rest (threat 33)"), api("rotation", "npm run pii:rotate (threat 33)"), unit("pii/cipher", "sealed columns (threat 33)")] },
  { row: 34, threat: "One identity twice", expected: "of 50 parallel submissions with one NIN all kept, all flagged, nobody told", tests: [api("privacy", "one identity twice (threat 34)"), api("review", "possible duplicates (threat 34)"), unit("pii/cipher", "blindIndex (threat 34)")] },
  { row: 35, threat: "Telling too much", expected: "0 full numbers; 1 audit row a reveal", tests: [api("privacy", "responses (threat 35)")] },
  { row: 36, threat: "Personal data in the log", expected: "0 canaries", tests: [api("log", "the server's log (threat 36)")] },
  { row: 37, threat: "Changes of the audit chain", expected: "every change found; 200 parallel writers, 0 forks", tests: [api("audit", "the audit chain (threat 37)")] },
  { row: 38, threat: "Numbers in a saved draft", expected: "0 readable digits of the three", tests: [browser("wizard", "saved progress prefills the form and keeps the three numbers unreadable")] },
  { row: 39, threat: "Scripts in what people write", expected: "a payload in every field: 0 run, 0 violations of our own", tests: [api("public-pages", "the scripts allowed on a page without a nonce (threat 39)"), browser("payloads", "user input is never executed")] },
  { row: 40, threat: "A crash", expected: "5 x 200 submissions, kill -9 of server and PostgreSQL: 0 acknowledged lost, 0 half-written, 0 doubled", tests: [api("crash", "a crash during submissions (threat 40)")], run: "crashes" },
  { row: 41, threat: "The same call again", expected: "50 parallel: 1 effect (ADR 17)", tests: [api("idempotency", "a call repeated in parallel on two servers (threat 41)")] },
  { row: 42, threat: "Mail lost or doubled", expected: "a carrier that fails and forgets, a killed worker: 0 lost, 0 double, within 60 s", tests: [api("mail", "mail is neither lost nor sent twice (threat 42)")], run: "mails" },
  { row: 43, threat: "PostgreSQL starts again", expected: "at 50 requests a second less than 1 % fail, all JSON 503, over within 5 s", tests: [unit("db/errors", "database errors (threat 43)")], run: "restart" },
  { row: 44, threat: "PostgreSQL stands still", expected: "SIGSTOP for 30 s: every answer within 3 s", tests: [api("database", "a statement that times out (threat 44)")], run: "stall" },
  { row: 45, threat: "Mail and file services away", expected: "log-in p95 less than +10 %", tests: [unit("files/circuit-breaker", "the circuit breaker of a service (threat 45)")], run: "vendors" },
  { row: 46, threat: "A new version goes live", expected: "SIGTERM with 50 in flight: 0 dropped", tests: [{ file: "server/main.api.test.ts", name: "stopping (threat 46)" }], run: "drain" },
  { row: 47, threat: "Anything in any order", expected: "10,000 random operations under faults, then the checker: 0 promises broken", tests: [at("tests/faults/checker")("violations", "the checker of random operations under faults (threat 47)")], run: "operations" },
  { row: 48, threat: "Overload", expected: "four times the capacity: p99 of who is let in under 2 s, memory ±10 %, the rest 503 with Retry-After", tests: [api("operations", "a full server (threat 48)")], run: "overload" },
  { row: 49, threat: "Weak tests", expected: "Stryker kills at least 85 % of the changes to rights, sessions, keys and states, all of those to the guard", tests: [], apart: "npm run test:mutation" },
]; // prettier-ignore
