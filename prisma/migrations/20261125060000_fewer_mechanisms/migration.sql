DROP TABLE picture_hashes;
DROP TABLE saved_filters;

-- Second approval is one switch, beside the consent of a guardian. Pending proposals and switches of earlier demos are not taken over.
DROP TABLE approval_rules;
DROP TYPE approval_rule_name;
ALTER TABLE review_requirements RENAME TO requirements;
ALTER TABLE requirements RENAME CONSTRAINT review_requirements_pkey TO requirements_pkey;
ALTER TYPE review_requirement_name RENAME TO requirement_name;
ALTER TYPE requirement_name ADD VALUE 'second_approval' BEFORE 'guardian_consent';
ALTER TYPE proposal_kind RENAME VALUE 'rule_off' TO 'second_approval_off';
