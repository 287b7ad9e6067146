import type { Metadata } from "next";
import { InvalidRequest } from "@/components/admin/review/problems";
import { Review } from "@/components/admin/review/review";
import { requireViewer } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "User Verification" };

export default async function UserVerificationPage({ params }: { params: Promise<{ userId: string }> }) {
  const userId = readId((await params).userId);
  const viewer = await requireViewer(paths.adminVerificationUser(userId));
  if (!userId) return <InvalidRequest />;
  // Keyed, so that nothing revealed or zoomed of one person is carried over to the next.
  return <Review key={userId} userId={userId} isSuper={viewer.isSuper} />;
}

/** The segment as it was meant; an empty text for blanks and for what cannot be decoded. */
function readId(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return "";
  }
}
