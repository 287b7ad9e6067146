-- AlterTable
ALTER TABLE "users" ADD COLUMN     "password_is_temporary" BOOLEAN NOT NULL DEFAULT false;
