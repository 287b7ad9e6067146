-- A B-tree takes no value above 2,704 bytes, and names can be longer: one character may consist of many letters.
DROP INDEX personal_details_person_key_idx;
CREATE INDEX personal_details_person_key_idx ON personal_details USING HASH (person_key);
DROP INDEX screening_hits_user_id_source_external_id_normalized_key;
CREATE UNIQUE INDEX screening_hits_one_per_name ON screening_hits (user_id, source, external_id, md5(normalized));
