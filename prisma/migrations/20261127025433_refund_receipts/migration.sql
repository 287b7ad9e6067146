-- AlterTable
ALTER TABLE "amounts_due" ADD COLUMN     "receipt_id" UUID;
UPDATE amounts_due AS d SET receipt_id = r.subject_id
  FROM money_act_subjects AS s JOIN money_acts AS a ON a.id = s.act_id AND a.kind = 'receipt'
    JOIN money_act_subjects AS r ON r.act_id = a.id AND r.thing = 'receipt' AND r.before IS NULL
  WHERE s.subject_id = d.id AND s.thing IN ('due', 'payout') AND s.before IS NULL AND d.source = 'receipt' AND d.line_id IS NULL;
