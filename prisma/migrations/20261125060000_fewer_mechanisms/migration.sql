DROP TABLE picture_hashes;
DROP TABLE saved_filters;
