// `npm run audit:restored` signs a head of the audit log that revokes those of later rows, once, after a database that `npm run drill --
// --keep` prepared has become the primary (docs/operations/backup.md).
import { headLines, headsFile, parseHead } from "../../lib/audit/heads-file.ts";
import { withDatabase } from "../command-database.ts";
import { withClient } from "../postgres.ts";
import { UserFacingError, dataDir, loadDotEnv, runCommand } from "../process.ts";
import { signRestoredHead } from "../restored.ts";
import { requireSecret } from "../secrets.ts";

await runCommand(async () => {
  loadDotEnv();
  const key = requireSecret(dataDir(), "AUDIT_SIGNING_KEY");
  const note = await withDatabase("sign-restored", (url) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ at: Date | null }>("select max(at) as at from restores");
      const restoredAt = rows[0]?.at;
      if (!restoredAt) throw new UserFacingError("This database was never restored. Nothing was signed.");
      const signed = headLines(headsFile(dataDir()))
        .map(parseHead)
        .find((head) => head?.restored && Date.parse(head.at) > restoredAt.getTime());
      if (signed)
        throw new UserFacingError(`The last restore was signed at ${signed.at}. Nothing was signed.`);
      return signRestoredHead(client, dataDir(), key);
    }),
  );
  console.log(note);
});
