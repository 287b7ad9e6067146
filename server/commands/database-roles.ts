// `npm run database:roles` connects as DATABASE_ADMIN_URL and creates the database roles, or sets their passwords. The passwords are those
// in DATABASE_URL (role seedline_app) and DATABASE_MIGRATION_URL (role seedline_migration). It can safely be run again
// (docs/operations/deployment.md).
import { APP_ROLE, MIGRATION_ROLE, setUpRoles } from "../database-roles.ts";
import { UserFacingError, loadDotEnv, runCommand } from "../process.ts";

function passwordIn(variable: string, role: string): string {
  const value = process.env[variable] ?? "";
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || url.username !== role || !url.password)
    throw new UserFacingError(`${variable} must be postgresql://${role}:password@host:port/database.`);
  return decodeURIComponent(url.password);
}

await runCommand(async () => {
  loadDotEnv();
  const adminUrl = process.env.DATABASE_ADMIN_URL;
  if (!adminUrl)
    throw new UserFacingError("DATABASE_ADMIN_URL is needed: the address with a role that may create roles.");
  await setUpRoles(adminUrl, {
    app: passwordIn("DATABASE_URL", APP_ROLE),
    migration: passwordIn("DATABASE_MIGRATION_URL", MIGRATION_ROLE),
  });
  console.log(`The roles ${MIGRATION_ROLE} and ${APP_ROLE} are ready.`);
});
