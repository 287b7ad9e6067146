import type { Metadata } from "next";
import { LogoutButton } from "@/components/layout/logout-button";
import { Avatar } from "@/components/ui/avatar";
import { Card, DescriptionList, PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const user = await requirePage(paths.profile());
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <PageHeading title="Profile" aside={<LogoutButton />}>
        What you registered with.
      </PageHeading>
      <Card>
        <div className="mb-6 flex items-center gap-4">
          <Avatar name={user.name} className="size-14 text-lg" />
          <p className="min-w-0 text-lg font-semibold break-words">{user.name}</p>
        </div>
        <DescriptionList
          items={[
            { label: "Name", value: user.name },
            { label: "Email", value: user.email },
            { label: "Phone", value: <span className="figures">{user.phone || "Not provided"}</span> },
            { label: "Member since", value: formatDate(user.createdAt) },
          ]}
        />
      </Card>
    </div>
  );
}
