import pg from "pg";

export const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/** The schemas whose objects are checked for their owner, except the contents of extensions. */
export const schemas = "'public'::regnamespace, 'graphile_worker'::regnamespace";

export const ownersIn = async (client: pg.Client) => {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
       SELECT oid, relowner AS owner FROM pg_class WHERE relnamespace IN (${schemas})
       UNION ALL SELECT oid, proowner FROM pg_proc WHERE pronamespace IN (${schemas})
       UNION ALL SELECT oid, typowner FROM pg_type WHERE typnamespace IN (${schemas})
     ) AS item WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = item.oid AND deptype = 'e')`,
  );
  return rows.map(({ owner }) => owner);
};
