DROP TABLE picture_hashes;
