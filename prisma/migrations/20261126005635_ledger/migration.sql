-- CreateEnum
CREATE TYPE "ledger_account_type" AS ENUM ('asset', 'liability', 'income', 'expense');

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" "ledger_account_type" NOT NULL,
    "subject_id" UUID,
    "owner_id" UUID,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "count" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "on_day" DATE NOT NULL,
    "subject_id" UUID,
    "count" INTEGER NOT NULL,
    "reverses_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_postings" (
    "account_id" UUID NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "entry_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "owner_id" UUID,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("account_id","ordinal")
);

-- CreateTable
CREATE TABLE "ledger_total_deltas" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "ledger_total_deltas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "data_key" TEXT NOT NULL,
    "answer_cipher" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ledger_accounts_owner_id_idx" ON "ledger_accounts"("owner_id");

-- CreateIndex
-- The firm has one account of each name, which has no subject.
CREATE UNIQUE INDEX "ledger_accounts_name_subject_id_key" ON "ledger_accounts"("name", "subject_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_key_key" ON "ledger_entries"("key");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_reverses_id_key" ON "ledger_entries"("reverses_id");

-- CreateIndex
CREATE INDEX "ledger_entries_subject_id_idx" ON "ledger_entries"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_postings_entry_id_account_id_key" ON "ledger_postings"("entry_id", "account_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_keys_user_id_key_key" ON "idempotency_keys"("user_id", "key");

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "ledger_entries"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "ledger_entries"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The ledger (ADR 36) --------------------------------------------------------------

ALTER TABLE ledger_accounts
  -- An investor's account belongs to an investment.
  ADD CONSTRAINT ledger_accounts_owner_has_subject CHECK (owner_id IS NULL OR subject_id IS NOT NULL),
  -- Nobody is paid more than is theirs. The firm's own accounts may be on either side, such as a bank account before its statement is complete.
  ADD CONSTRAINT ledger_accounts_not_overdrawn CHECK (
    owner_id IS NULL OR CASE WHEN type IN ('asset', 'expense') THEN balance >= 0 ELSE balance <= 0 END);
ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_key CHECK (char_length(key) BETWEEN 1 AND 255),
  ADD CONSTRAINT ledger_entries_count CHECK (count >= 2),
  ADD CONSTRAINT ledger_entries_reversal CHECK ((kind = 'reversal') = (reverses_id IS NOT NULL) AND reverses_id <> id);
ALTER TABLE ledger_postings
  ADD CONSTRAINT ledger_postings_amount CHECK (amount <> 0),
  ADD CONSTRAINT ledger_postings_ordinal CHECK (ordinal > 0);
-- The postings of an investor in order of their entries.
CREATE INDEX ledger_postings_owner ON ledger_postings (owner_id, entry_id, account_id) WHERE owner_id IS NOT NULL;

-- The rows are only ever added, and the balance of an account changes by postings alone. The roles of the database say the same
-- (server/database-roles.ts); these triggers also hold for the owner of the tables, and where there is only one role.
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER ledger_entries_no_change BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_postings_no_change BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
-- The trigger of postings is one level deep.
CREATE TRIGGER ledger_accounts_no_change BEFORE UPDATE ON ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_accounts_begin_empty BEFORE INSERT ON ledger_accounts
  FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.count <> 0) EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

-- A posting locks its account, and continues from the account's last posting, whatever was given. It does not update the account: a statement
-- with many postings would write as many versions of the row. The function runs as the owner, because the application may not lock accounts.
CREATE FUNCTION ledger_number_posting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT owner_id INTO NEW.owner_id FROM ledger_accounts WHERE id = NEW.account_id FOR NO KEY UPDATE;
  SELECT ordinal + 1, balance_after + NEW.amount INTO NEW.ordinal, NEW.balance_after
  FROM ledger_postings WHERE account_id = NEW.account_id ORDER BY ordinal DESC LIMIT 1;
  IF NOT FOUND THEN
    NEW.ordinal := 1;
    NEW.balance_after := NEW.amount;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_postings_number BEFORE INSERT ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION ledger_number_posting();

-- The accounts of a statement's postings are updated once each, and the totals of their names get a difference.
CREATE FUNCTION ledger_add_to_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE ledger_accounts SET balance = balance + added.amount, count = ledger_accounts.count + added.count
  FROM (SELECT account_id, sum(amount) AS amount, count(*) AS count FROM new_rows GROUP BY 1) AS added
  WHERE id = added.account_id;
  INSERT INTO ledger_total_deltas (name, amount)
  SELECT name, sum(amount) FROM new_rows JOIN ledger_accounts ON ledger_accounts.id = account_id GROUP BY 1 HAVING sum(amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_balances AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION ledger_add_to_balances();

-- At the commit each entry has as many postings as it says, at least two, whose sum is zero; a reversing entry has those of the other entry with
-- the other sign. A posting that is added to an older entry makes them too many.
CREATE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  entry ledger_entries;
  own record;
BEGIN
  SELECT * INTO entry FROM ledger_entries WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  SELECT count(*) AS count, sum(amount) AS amount INTO own FROM ledger_postings WHERE entry_id = entry.id;
  IF own.count <> entry.count OR own.amount <> 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance', entry.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  IF entry.reverses_id IS NOT NULL AND (
    entry.count <> (SELECT count FROM ledger_entries WHERE id = entry.reverses_id AND reverses_id IS NULL)
    OR EXISTS (
      SELECT account_id, -amount FROM ledger_postings WHERE entry_id = entry.reverses_id
      EXCEPT SELECT account_id, amount FROM ledger_postings WHERE entry_id = entry.id)
  ) IS NOT FALSE THEN
    RAISE EXCEPTION 'ledger entry % is not the opposite of another', entry.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_opposite';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry('id');
CREATE CONSTRAINT TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry('entry_id');

-- Repeated calls (ADR 17) -----------------------------------------------------------

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_key CHECK (key ~ '^[!-~]{1,255}$');
