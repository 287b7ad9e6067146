-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "kinds" TEXT[],
    "data_key" TEXT NOT NULL,
    "secret_cipher" TEXT NOT NULL,
    "previous_cipher" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "cursor" BIGINT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "last_delivered_at" TIMESTAMPTZ(3),
    "off_at" TIMESTAMPTZ(3),
    "off_reason" TEXT,
    "made_by_id" UUID NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_seq" BIGINT,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "log" JSONB NOT NULL DEFAULT '[]',
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_owner_id_idx" ON "webhook_endpoints"("owner_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_state_due_at_idx" ON "webhook_deliveries"("endpoint_id", "state", "due_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_made_at_event_seq_idx" ON "webhook_deliveries"("endpoint_id", "made_at", "event_seq");

-- CreateIndex
CREATE INDEX "webhook_deliveries_made_at_idx" ON "webhook_deliveries"("made_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_endpoint_id_event_seq_key" ON "webhook_deliveries"("endpoint_id", "event_seq");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
