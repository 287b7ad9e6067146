-- CreateTable
CREATE TABLE "email_requests" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "email_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "email_requests_kind" CHECK ("kind" IN ('code', 'reset'))
);
