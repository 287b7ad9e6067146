-- What is too much of a line is sent back once for each investment, or once to an unknown sender; again only after that was withdrawn or has come back.
DROP INDEX payouts_line_once;
CREATE UNIQUE INDEX payouts_line_once ON payouts (line_id, investment_id) NULLS NOT DISTINCT
  WHERE line_id IS NOT NULL AND state NOT IN ('returned', 'withdrawn');
