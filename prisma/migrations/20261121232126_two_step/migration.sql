-- AlterTable
ALTER TABLE "users" ADD COLUMN     "two_step_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "two_steps" (
    "user_id" UUID NOT NULL,
    "data_key" TEXT NOT NULL,
    "secret_cipher" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "two_steps_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- AddForeignKey
ALTER TABLE "two_steps" ADD CONSTRAINT "two_steps_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "two_steps"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
