-- Passkeys, a second factor besides the authenticator app.
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Two-step login can be on without an app, so the app itself says whether it was confirmed.
ALTER TABLE "two_steps" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);
UPDATE "two_steps" SET "confirmed_at" = "users"."two_step_since" FROM "users" WHERE "users"."id" = "two_steps"."user_id";

-- Recovery codes belong to the user, whichever second factor there is.
ALTER TABLE "recovery_codes" DROP CONSTRAINT "recovery_codes_user_id_fkey";
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
