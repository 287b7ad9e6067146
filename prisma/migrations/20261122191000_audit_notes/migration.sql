-- Notes of administrators about a user, outside the audit chain (threat 60).
CREATE TABLE "audit_notes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "note_cipher" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_notes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "audit_notes_user_id_idx" ON "audit_notes"("user_id");

ALTER TABLE "audit_notes" ADD CONSTRAINT "audit_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
