-- Slides of the home page.

-- The address of an image is a path of this site or an http(s) address, so that it cannot run a script (threat 31).
ALTER TABLE carousel_items ADD CONSTRAINT carousel_image CHECK (image ~* '^(/|https?://)' AND image !~ '^/[/\\]');

-- The same for links (threat 31).
ALTER TABLE carousel_items ADD CONSTRAINT carousel_link CHECK (link ~* '^(/|https?://)' AND link !~ '^//');
