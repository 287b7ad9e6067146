-- Second approval: rules that are on, and acts that wait for another administrator (ADR 28).
CREATE TYPE "approval_rule_name" AS ENUM ('deletions', 'administrators', 'flagged_approvals');
CREATE TYPE "proposal_kind" AS ENUM ('deletion', 'role_change', 'new_administrator', 'approval', 'rule_off');
CREATE TYPE "proposal_state" AS ENUM ('pending', 'confirmed', 'declined', 'expired');

CREATE TABLE "approval_rules" (
    "rule" "approval_rule_name" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "switched_on_by_id" UUID NOT NULL,

    CONSTRAINT "approval_rules_pkey" PRIMARY KEY ("rule")
);

CREATE TABLE "proposals" (
    "id" UUID NOT NULL,
    "kind" "proposal_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "target_id" UUID,
    "data_key" TEXT,
    "payload_cipher" TEXT,
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "proposal_state" NOT NULL DEFAULT 'pending',
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "proposals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "proposals_decided" CHECK (("state" = 'pending') = ("decided_at" IS NULL)),
    CONSTRAINT "proposals_payload" CHECK ("state" <> 'pending' OR ("data_key" IS NOT NULL AND "payload_cipher" IS NOT NULL)),
    -- Whatever the application does: nobody confirms what they proposed.
    CONSTRAINT "proposals_second_person" CHECK ("state" <> 'confirmed' OR ("decided_by_id" IS NOT NULL AND "decided_by_id" <> "proposed_by_id"))
);

CREATE INDEX "proposals_state_proposed_at_idx" ON "proposals"("state", "proposed_at" DESC);
CREATE INDEX "proposals_target_id_idx" ON "proposals"("target_id");
CREATE UNIQUE INDEX "proposals_one_pending" ON "proposals"("kind", "subject") WHERE "state" = 'pending';
