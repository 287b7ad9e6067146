import type { Metadata } from "next";
import { param, type SearchParams } from "@/components/auth/query";
import { StopDownload } from "@/components/auth/stop-download";

// The token in the URL must not be sent to other pages.
export const metadata: Metadata = { title: "Stop the download", referrer: "no-referrer" };

export default async function StopDownloadPage({ searchParams }: { searchParams: SearchParams }) {
  return <StopDownload token={await param(searchParams, "token")} />;
}
