-- 234 and 0 may both stand before a number, as in 2340803...
CREATE OR REPLACE FUNCTION national_number(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '^0{0,2}(234)?0?(?=[0-9]{10}$)', '')
$$;
REINDEX INDEX users_national_number;
REINDEX INDEX personal_details_national_number;
REINDEX INDEX companies_national_number;
REINDEX INDEX next_of_kin_national_number;
REINDEX INDEX signatories_national_number;
REINDEX INDEX guardians_national_number;
