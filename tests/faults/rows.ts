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
  { row: 1, threat: "Code guessing", expected: "at most 5 of 100 parallel wrong codes are compared on two servers; afterwards the correct one is rejected", tests: [api("registration", "threat 1: evaluates at most 5 of 100 parallel wrong codes on two servers, then rejects the correct one")] },
  { row: 2, threat: "Repeated code requests", expected: "at most 5 mails and 25 guesses an hour", tests: [api("registration", "threat 2: repeated requests for a code send at most 5 mails an hour")] },
  { row: 3, threat: "Repeated use of a code", expected: "50 parallel uses of a correct code open 1 session", tests: [api("registration", "threat 3: a code used 50 times at once opens one session")] },
  { row: 4, threat: "Password guessing", expected: "at most 10 of 200 wrong passwords are compared, also with forged addresses; 100 parallel correct logins from one address succeed", tests: [api("sign-in", "threat 4: compares at most 10 of 200 wrong passwords over both login calls, also with a forged X-Forwarded-For"), api("sign-in", "threat 4: 100 parallel correct logins of 100 accounts from one address succeed"), api("limits", "threat 4: compare 100 of 190 parallel wrong attempts at 190 accounts from one address, and reject the rest"), unit("client-info", "networkOf (threat 4)")], run: "logins" },
  { row: 5, threat: "Account lockout by an attacker", expected: "20 of 20 parallel correct logins succeed; sessions continue during an attack", tests: [api("sign-in", "threat 5: 20 parallel correct logins succeed")] },
  { row: 6, threat: "Account enumeration", expected: "equal responses, medians less than 5 ms apart, for 200 known and 200 unknown addresses", tests: [api("sign-in", "login (threat 4-6, 9)")], run: "enumeration" },
  { row: 7, threat: "Look-alike addresses", expected: "0 duplicates, 0 mails to another address", tests: [api("registration", "threat 7: look-alike spellings of an address belong to one account")] },
  { row: 8, threat: "Weak passwords", expected: "the 3,000 most common are rejected, none is truncated", tests: [api("registration", "threat 8: rejects common passwords as typed and truncates none")] },
  { row: 9, threat: "Stolen hashes, a flood of logins", expected: "argon2id with 19 MiB, 2 passes; 100 parallel logins, p95 under 1.5 s", tests: [api("sign-in", "threat 9: hashes with argon2id, 19 MiB, 2 passes, 1 lane")], run: "logins" },
  { row: 10, threat: "Abuse of password reset", expected: "1 of 20 parallel uses succeeds; links name our host; old tokens give 401", tests: [api("sign-in", "threat 10: reset links lead to the configured host regardless of the Host header, and an invented token is rejected"), api("idempotency", "threat 10: a reset link sets one password of twenty, and ends every session")] },
  { row: 11, threat: "Parallel refreshes", expected: "50 on two servers return 1 child token, 0 sessions end", tests: [api("refresh", "threat 11: 50 parallel refreshes of one token on two servers return one child token and end no session")], run: "refreshes" },
  { row: 12, threat: "A stolen token", expected: "a replay ends the session family: 401 at the next request, audit row and mail", tests: [api("refresh", "threat 12: reuse of a token after its child was used ends the session family and notifies the owner")] },
  { row: 13, threat: "A lost refresh response", expected: "kill -9 during 50 refreshes: 0 sessions end", tests: [api("refresh", "threat 13: a server killed during refreshes ends no session")], run: "refreshes" },
  { row: 14, threat: "Stale rights", expected: "rejected at once after logout, deletion, role change and reset", tests: [api("sessions", "current rights (threat 14)")] },
  { row: 15, threat: "Forged tokens", expected: "15 of 15 give 401", tests: [api("access-tokens", "forged access tokens (threat 15)")] },
  { row: 16, threat: "Cross-site requests, cookies", expected: "0 changes from another origin", tests: [api("sessions", "cookies and other sites (threat 16)")] },
  { row: 17, threat: "Access to others' data", expected: "every call for ten kinds of users, 0 wrong statuses; an unlisted handler fails", tests: [api("authorization-matrix", "the authorization matrix (threat 17)"), api("input", "threat 17: rejects each protected call of visitors, members and plain administrators as declared")] },
  { row: 18, threat: "Rights in a request body", expected: "0 stored", tests: [api("rights", "forbidden changes of rights (threat 18, 19)")] },
  { row: 19, threat: "Takeover of administration", expected: "403; at least one super administrator remains", tests: [api("rights", "forbidden changes of rights (threat 18, 19)"), api("rights", "threat 19: one super administrator remains when two delete each other at once, because the second has lost the right")] },
  { row: 20, threat: "Skipped and concurrent workflow steps", expected: "1 of 50 parallel decisions succeeds, with 1 mail and 1 audit row; the others give 409", tests: [api("decisions", "decisions (threat 20)")] },
  { row: 21, threat: "Bypassed middleware", expected: "the same responses without it, 0 bytes of protected pages", tests: [api("page-authorization", "pages check access themselves (threat 21)"), api("without-middleware", "without middleware (threat 21)")] },
  { row: 22, threat: "A query without owner", expected: "1,000 interleaved reads by two owners, 0 foreign rows", tests: [api("data-isolation", "1,000 interleaved reads by two owners return only their own rows (threat 22)")] },
  { row: 23, threat: "Invalid input", expected: "1,000 bodies per handler, 0 responses of 5xx, all JSON", tests: [api("input", "every failure returns the envelope (threat 23, product 10.2)"), api("fuzz", "arbitrary requests to each call give no 5xx and always the envelope (threat 23)")] },
  { row: 24, threat: "Huge bodies", expected: "400 MB chunked: 413 within 1 s, memory less than +50 MB", tests: [api("input", "sizes (threat 24)"), api("memory", "threat 24: 400 MB of chunked upload are rejected and not held in memory")], run: "sizes" },
  { row: 25, threat: "Truncated uploads", expected: "a corporate form of 50 MB is accepted whole", tests: [api("memory", "threat 25: ten documents of 5 MB in one request are accepted and processed one at a time")] },
  { row: 26, threat: "Disguised files", expected: "forty kinds: rejected, or stored without the active part", tests: [api("files", "disguised files (threat 26-28)"), api("files", "active content that a viewer would find and a parser would not is removed from the stored file (threat 26, 28)")] },
  { row: 27, threat: "Image bombs, metadata", expected: "31 kB of 256 megapixels rejected within 500 ms; 0 EXIF", tests: [api("files", "images are stored upright without metadata, and polyglots without their second half (threat 27)")], run: "sizes" },
  { row: 28, threat: "Active PDFs", expected: "all rejected", tests: [api("files", "active and encrypted PDFs are rejected (threat 28)")] },
  { row: 29, threat: "Documents of other users", expected: "0 bytes", tests: [api("data-isolation", "responses for foreign and for missing objects are equal (threat 17, 22, 29)"), unit("files/storage", "stores files as private and connects only to the service (threat 29)")] },
  { row: 30, threat: "Scripts in documents", expected: "0 executed", tests: [api("data-isolation", "threat 30: documents are sent with nosniff, no-store and a policy without scripts"), browser("documents", "a document with scripts runs none of them")] },
  { row: 31, threat: "Open redirects", expected: "0 of the addresses stored or followed", tests: [api("carousel", "rejects addresses that lead to another site or run a script (threat 31)"), api("carousel", "never requests an item's address from the server (threat 31)"), api("sign-in", "threat 31: next-auth does not redirect to another site after a login"), unit("routes/safe-return-path", "safeReturnPath (threat 31)")] },
  { row: 32, threat: "Filling the disk", expected: "200 uploads in an hour: 429; 0 orphaned files after 24 h", tests: [api("quota", "upload limits (threat 32)"), api("retention", "no file is orphaned after 24 hours, whatever the result of its upload (threat 32)")] },
  { row: 33, threat: "A stolen database", expected: "0 planted numbers found; a moved cell cannot be decrypted", tests: [api("privacy", "numbers at rest (threat 33)"), api("rotation", "npm run pii:rotate (threat 33)"), unit("pii/cipher", "sealed columns (threat 33)")] },
  { row: 34, threat: "Duplicate identities", expected: "50 parallel submissions with one NIN: all accepted and flagged, not disclosed to applicants", tests: [api("privacy", "one identity twice (threat 34)"), api("review", "possible duplicates (threat 34)"), unit("pii/cipher", "blindIndex (threat 34)")] },
  { row: 35, threat: "Excessive disclosure", expected: "0 full numbers; 1 audit row per reveal", tests: [api("privacy", "responses (threat 35)")] },
  { row: 36, threat: "Personal data in the log", expected: "0 canaries", tests: [api("log", "the server's log (threat 36)")] },
  { row: 37, threat: "Changes to the audit chain", expected: "every change up to the last signed head detected; 200 parallel writers, 0 forks", tests: [api("audit", "the audit chain (threat 37)")] },
  { row: 38, threat: "Numbers in a saved draft", expected: "0 readable digits of the three", tests: [browser("wizard", "saved progress prefills the form and keeps the three numbers unreadable")] },
  { row: 39, threat: "Scripts in user input", expected: "a payload in every field: 0 executed, 0 violations by our own pages", tests: [api("public-pages", "the scripts allowed on a page without a nonce (threat 39)"), browser("payloads", "user input is never executed")] },
  { row: 40, threat: "A crash", expected: "5 x 200 submissions, kill -9 of server and PostgreSQL: 0 acknowledged lost, 0 partial, 0 duplicated", tests: [api("crash", "a crash during submissions (threat 40)")], run: "crashes" },
  { row: 41, threat: "Repeated calls", expected: "50 parallel: 1 effect (ADR 17)", tests: [api("idempotency", "a call repeated in parallel on two servers (threat 41)")] },
  { row: 42, threat: "Lost or duplicate mail", expected: "a mail service with failures and lost responses, a killed worker: 0 lost, 0 duplicates, within 60 s", tests: [api("mail", "mail is neither lost nor sent twice (threat 42)")], run: "mails" },
  { row: 43, threat: "PostgreSQL restarts", expected: "at 50 requests a second less than 1 % fail, all JSON 503, over within 5 s", tests: [unit("db/errors", "database errors (threat 43)")], run: "restart" },
  { row: 44, threat: "PostgreSQL stalls", expected: "SIGSTOP for 30 s: every response within 3 s", tests: [api("database", "a statement that times out (threat 44)")], run: "stall" },
  { row: 45, threat: "Mail and file services unavailable", expected: "login p95 less than +10 %", tests: [unit("files/circuit-breaker", "the circuit breaker of a service (threat 45)")], run: "vendors" },
  { row: 46, threat: "A release", expected: "SIGTERM with 50 requests in flight: 0 dropped", tests: [{ file: "server/main.api.test.ts", name: "stopping (threat 46)" }], run: "drain" },
  { row: 47, threat: "Random operations", expected: "10,000 operations under faults, then the checker: 0 violations", tests: [at("tests/faults/checker")("violations", "the checker of random operations under faults (threat 47)")], run: "operations" },
  { row: 48, threat: "Overload", expected: "four times the capacity: p99 of admitted requests under 2 s, memory ±10 %, the others 503 with Retry-After", tests: [api("operations", "a full server (threat 48)")], run: "overload" },
  { row: 49, threat: "Weak tests", expected: "Stryker kills at least 85 % of the mutants of rights, sessions, keys and states, and all of the guard", tests: [], apart: "npm run test:mutation" },
  { row: 50, threat: "Files that are expensive to read", expected: "20 at once of up to 5 MB: each accepted or a field error, slowest /api/health under 250 ms; every upload call gives 429 after the hourly number of documents", tests: [api("files", "files that are expensive to read (threat 50)"), api("quota", "documents per hour (threat 50)"), unit("files/decoder", "the decoder processes (threat 50)")], run: "sizes" },
  { row: 51, threat: "Unrecorded reads", expected: "every submission and document that an administrator opens: 1 audit row per opening, also of 50 parallel reads on two servers; above a daily number 1 mail to each super administrator", tests: [api("reads", "reads by administrators (threat 51)"), api("read-alerts", "many reads on one day (threat 51)")] },
  { row: 52, threat: "Bulk reveal", expected: "a reveal needs a reason, a proof of the last 5 minutes and a submission; the 21st in an hour gives 429, 1 audit row and 1 mail to each super administrator", tests: [api("reveals", "revealing numbers (threat 52)")] },
  { row: 53, threat: "A stolen mailbox", expected: "no archive and no revealing for 72 hours after a reset; an archive is announced by email and can be stopped; a login on a new device is reported", tests: [api("archive", "the archive of one's own data (threat 53)"), api("reveals", "threat 53: is closed for an administrator who has just reset the password by email"), api("security-events", "a login on a new device (threat 53)")] },
  { row: 55, threat: "A cut audit tail", expected: "the application's role cannot change or delete audit rows; 10 rows cut by the table's owner are reported by the server, /api/ready and audit:verify; a head is signed by each reveal and within 30 s of every other row", tests: [api("database-roles", "the roles of the database (threat 55)"), api("audit-sink", "the tail of the audit chain (threat 55)")] },
  { row: 56, threat: "Demo data in production", expected: "quickstart and npm run seed add no account to a database given by DATABASE_URL (quickstart --demo: only if it is empty); the production server does not start with a demo account; the demo listens on 127.0.0.1", tests: [api("demo-data", "demo data stays in the demo (threat 56)")] },
  { row: 57, threat: "Sessions without end, a stolen token that keeps pace", expected: "30 days without use and 180 in all, administrators 30 minutes and 12 hours; two clients in step are noticed by the third refresh; a page cookie survives one refresh", tests: [api("session-ends", "sessions end (threat 57)"), unit("auth/session-rules", "the end of a session (threat 57)")] },
  { row: 58, threat: "Mail from us with a stranger's words", expected: "0 names in emails to unverified addresses; names with links or invisible characters give 422 at the field", tests: [api("names", "names in emails (threat 58)"), unit("forms/user-name", "the name of a user (threat 58)")] },
  { row: 59, threat: "Cheap lock-outs", expected: "50 /64s of one /56 do not lock an account; a browser that logged in before is never locked out by others; a stranger's 100 wrong codes leave the newcomer's attempts, and all networks have 20 per code", tests: [api("lockouts", "lock-outs by strangers (threat 59)"), unit("client-info", "networksOf (threat 59)")] },
  { row: 60, threat: "Free text that outlives its user", expected: "a NIN typed as the note of a reveal: 0 times in the audit chain, 0 rows after the deletion of the account; a reveal without a reason from the list gives 422", tests: [api("free-text", "free text about a user (threat 60)")] },
  { row: 61, threat: "An approval that follows a later choice", expected: "an approval without a submission ends when a role or type with another form is chosen", tests: [api("role-choice", "an approval without a submission (threat 61)"), unit("verification/policy", "the verification after a change of role (threat 61)")] },
  { row: 62, threat: "Logins without a record", expected: "logins, failures, resets and new devices with network and browser, for the user and, of administrators, for super administrators", tests: [api("security-events", "logins and failures are recorded (threat 62)")] },
  { row: 65, threat: "Stolen or changed documents", expected: "0 readable on disk; one that was changed, cut or exchanged is never served as if whole; calls that administrators may not make give 403 before the body is validated; keys of limits are keyed hashes", tests: [api("sealed-files", "files at rest (threat 65)"), api("odd-requests", "rights and limits (threat 65)")] },
  { row: 66, threat: "Odd requests", expected: "malformed cookies and local image addresses give 4xx; a code requested again within a minute is answered like for an unknown address; a connection lost within a transaction gives 503; pages allow no plug-ins", tests: [api("odd-requests", "odd requests get no 5xx and reveal nothing (threat 66)"), api("lost-connection", "a connection that is reset (threat 43, 66)")] },
  { row: 67, threat: "An unlocked computer, a stolen access token", expected: "acts that can hurt somebody answer 403 without a proof of the last 15 minutes", tests: [api("step-up", "step-up (threat 67)")] },
]; // prettier-ignore
