-- Public holidays, deadlines of the review queues, and how many business days a decision took (product 10.17).
CREATE TYPE "review_queue" AS ENUM ('startup', 'personal', 'corporate');

CREATE TABLE "holidays" (
    "date" DATE NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "holidays_pkey" PRIMARY KEY ("date"),
    CONSTRAINT "holidays_name_length" CHECK (char_length("name") BETWEEN 1 AND 80)
);

CREATE TABLE "review_deadlines" (
    "queue" "review_queue" NOT NULL,
    "business_days" INTEGER NOT NULL,

    CONSTRAINT "review_deadlines_pkey" PRIMARY KEY ("queue"),
    CONSTRAINT "review_deadlines_range" CHECK ("business_days" BETWEEN 1 AND 30)
);

-- A job fills in the values of submissions that are pending now: the rule is in lib/verification/deadlines.ts.
ALTER TABLE "submissions" ADD COLUMN "queue" "review_queue", ADD COLUMN "due_at" TIMESTAMPTZ(3);
CREATE INDEX "submissions_pending_due_at" ON "submissions" ("due_at", "id") WHERE "state" = 'pending';

ALTER TABLE "decisions" ADD COLUMN "queue" "review_queue", ADD COLUMN "business_days" INTEGER,
    ADD CONSTRAINT "decisions_business_days" CHECK ("business_days" >= 0);

-- Fixed dates by the Public Holidays Act; Easter is computed. Eid-el-Fitr 2026 as declared by the Ministry of Interior; the other days that
-- depend on the moon by the Umm al-Qura calendar, until they are declared. Days in lieu are declared, too, so administrators add them.
INSERT INTO "holidays" ("date", "name") VALUES
    ('2026-01-01', 'New Year''s Day'),
    ('2026-03-19', 'Eid-el-Fitr'),
    ('2026-03-20', 'Eid-el-Fitr'),
    ('2026-04-03', 'Good Friday'),
    ('2026-04-06', 'Easter Monday'),
    ('2026-05-01', 'Workers'' Day'),
    ('2026-05-27', 'Eid-el-Kabir (expected)'),
    ('2026-05-28', 'Eid-el-Kabir (expected)'),
    ('2026-06-12', 'Democracy Day'),
    ('2026-08-25', 'Eid-el-Maulud (expected)'),
    ('2026-10-01', 'Independence Day'),
    ('2026-12-25', 'Christmas Day'),
    ('2026-12-26', 'Boxing Day'),
    ('2027-01-01', 'New Year''s Day'),
    ('2027-03-09', 'Eid-el-Fitr (expected)'),
    ('2027-03-10', 'Eid-el-Fitr (expected)'),
    ('2027-03-26', 'Good Friday'),
    ('2027-03-29', 'Easter Monday'),
    ('2027-05-01', 'Workers'' Day'),
    ('2027-05-16', 'Eid-el-Kabir (expected)'),
    ('2027-05-17', 'Eid-el-Kabir (expected)'),
    ('2027-06-12', 'Democracy Day'),
    ('2027-08-14', 'Eid-el-Maulud (expected)'),
    ('2027-10-01', 'Independence Day'),
    ('2027-12-25', 'Christmas Day'),
    ('2027-12-26', 'Boxing Day');
