// The baseline: Fastify and plain `pg` on the same database, with the same rows, the same search column and a
// straightforward exact count. No sessions. Run directly by Node, with DATABASE_URL and PORT.
import fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, idleTimeoutMillis: 0 });
const app = fastify();

type Query = Partial<
  Record<"page" | "limit" | "role" | "status" | "q" | "excludeAdmin" | "onlySubmitted", string>
>;

app.get<{ Querystring: Query }>("/api/admin/users", async ({ query }) => {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const where = ["true"];
  if (query.excludeAdmin === "true") where.push("u.role <> 'admin'");
  if (query.role && query.role !== "all") where.push(`u.role = ${given(query.role)}::role`);
  if (query.status) where.push(`u.status = ${given(query.status)}::verification_status`);
  if (query.onlySubmitted === "true") where.push("u.submitted_at IS NOT NULL");
  if (query.q) {
    where.push(`u.search_text ILIKE ${given(`%${query.q}%`)}`);
  }
  const condition = where.join(" AND ");
  const limit = Number(query.limit ?? 20);
  const page = Number(query.page ?? 1);
  const [{ rows: counted }, { rows: users }] = await Promise.all([
    pool.query<{ total: string }>(`SELECT count(*) AS total FROM users u WHERE ${condition}`, values),
    pool.query(
      `SELECT u.id, u.name, u.email, u.phone, u.role, u.is_super, u.investor_type, u.status, u.created_at, u.submitted_at,
         u.reviewed_at, u.current_submission_id, s.kind
       FROM (SELECT * FROM users u WHERE ${condition} ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) u
       LEFT JOIN submissions s ON s.id = u.current_submission_id
       ORDER BY u.created_at DESC, u.id DESC`,
      values,
    ),
  ]);
  const total = Number(counted[0]!.total);
  return { success: true, data: users, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
});

app.get("/api/admin/statistics", async () => {
  const [figures, weeks, decisions] = await Promise.all([
    pool.query(
      `SELECT role, status, submitted_at IS NOT NULL AS submitted, email_verified_at IS NOT NULL AS proved, count(*)
       FROM users GROUP BY 1, 2, 3, 4`,
    ),
    pool.query(
      `SELECT date_trunc('week', created_at, 'Africa/Lagos') AS week, count(*) FROM users
       WHERE created_at > now() - interval '12 weeks' AND role <> 'admin' GROUP BY 1`,
    ),
    pool.query(
      `SELECT date_trunc('week', decided_at, 'Africa/Lagos') AS week, status, count(*) FROM decisions
       WHERE decided_at > now() - interval '12 weeks' GROUP BY 1, 2`,
    ),
  ]);
  return { success: true, data: { figures: figures.rows, weeks: weeks.rows, decisions: decisions.rows } };
});

app.get("/api/health", () => ({ success: true }));

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
