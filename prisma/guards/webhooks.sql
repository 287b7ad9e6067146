-- Webhooks (product 10.46).

-- An endpoint gets some kinds of events.
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_kinds CHECK (cardinality(kinds) BETWEEN 1 AND 100);

-- An endpoint that is off has a reason.
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_off
  CHECK ((off_at IS NULL) = (off_reason IS NULL) AND (off_reason IS NULL OR off_reason IN ('person', 'failures', 'gone')));

-- An earlier secret signs until a known time.
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_previous CHECK ((previous_cipher IS NULL) = (previous_until IS NULL));

-- The states of a delivery.
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_state CHECK (state IN ('waiting', 'delivered', 'failed'));

-- Only a test is about no event.
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event CHECK ((event_seq IS NULL) = (kind = 'webhook.test'));

-- An event that an endpoint gets starts the job that delivers it, in the transaction of the change (ADR 55).
CREATE OR REPLACE FUNCTION start_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints AS e JOIN added ON added.action = ANY (e.kinds) WHERE e.off_at IS NULL) THEN
    PERFORM graphile_worker.add_job('webhooks', '{"id": ""}', job_key := 'webhooks');
  END IF;
  RETURN NULL;
END $$;

-- See the function.
CREATE TRIGGER audit_events_start_webhooks AFTER INSERT ON audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION start_webhooks();
