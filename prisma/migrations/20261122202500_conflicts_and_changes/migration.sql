-- The browser of a known device, comparable between users (threat 64).
ALTER TABLE "known_devices" ADD COLUMN "browser_hash" TEXT;
CREATE INDEX "known_devices_browser_hash_idx" ON "known_devices"("browser_hash");
