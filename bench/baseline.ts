// The baseline: Fastify and plain `pg` on the same database, with the same rows and a straightforward exact count. No sessions, no
// encryption. Run directly by Node, with DATABASE_URL and PORT.
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
    const pattern = given(`%${query.q}%`);
    where.push(`(u.name ILIKE ${pattern} OR u.email ILIKE ${pattern} OR u.phone ILIKE ${pattern})`);
  }
  const condition = where.join(" AND ");
  const limit = Number(query.limit ?? 20);
  const page = Number(query.page ?? 1);
  const [{ rows: counted }, { rows: users }] = await Promise.all([
    pool.query<{ total: string }>(`SELECT count(*) AS total FROM users u WHERE ${condition}`, values),
    pool.query(
      `SELECT u.id, u.name, u.email, u.phone, u.role, u.is_super, u.investor_type, u.status, u.created_at, u.submitted_at,
         u.reviewed_at, u.rejection_reason, s.id AS submission_id, s.kind, row_to_json(p) AS personal, row_to_json(k) AS next_of_kin,
         row_to_json(b) AS bank_details, row_to_json(c) AS company, row_to_json(r) AS reviewed_by,
         (SELECT json_agg(g ORDER BY g.ordinal) FROM signatories g WHERE g.submission_id = s.id) AS signatories,
         (SELECT json_agg(d) FROM documents d WHERE d.submission_id = s.id) AS documents
       FROM (SELECT * FROM users u WHERE ${condition} ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) u
       LEFT JOIN submissions s ON s.id = u.current_submission_id
       LEFT JOIN personal_details p ON p.submission_id = s.id
       LEFT JOIN next_of_kin k ON k.submission_id = s.id
       LEFT JOIN bank_details b ON b.submission_id = s.id
       LEFT JOIN companies c ON c.submission_id = s.id
       LEFT JOIN (SELECT id, name FROM users) r ON r.id = u.reviewed_by_id
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
