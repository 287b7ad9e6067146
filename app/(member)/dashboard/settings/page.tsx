import { BadgeCheck, KeyRound, Mail } from "lucide-react";
import type { Metadata } from "next";
import { Appearance } from "@/components/account/appearance";
import { SwipeSetting } from "@/components/account/swipe-setting";
import { Card, CardHeading, PageHeading } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { requirePage } from "@/lib/auth/page";
import { paths } from "@/lib/routes/paths";

export const metadata: Metadata = { title: "Settings" };

const mails = [
  { Icon: BadgeCheck, title: "Your verification", text: "That it has arrived, and how it was decided." },
  {
    Icon: KeyRound,
    title: "Security",
    text: "A changed password, or a sign-in of yours that we had to end.",
  },
  {
    Icon: Mail,
    title: "Codes and links",
    text: "What you ask for yourself, to prove your address or choose a new password.",
  },
];

export default async function DashboardSettingsPage() {
  const user = await requirePage(paths.dashboardSettings());
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-6 [&>*]:max-w-3xl">
      <PageHeading title="Settings">
        How this site looks and behaves for you. Your name, password and devices are under{" "}
        <TextLink href={paths.profile()}>Profile</TextLink>.
      </PageHeading>

      <Card>
        <CardHeading title="Appearance">
          Kept on this device, for every page. System follows the setting of the device.
        </CardHeading>
        <div className="mt-5">
          <Appearance />
        </div>
      </Card>

      <Card>
        <CardHeading title="Menus">Kept on this device.</CardHeading>
        <div className="mt-4">
          <SwipeSetting />
        </div>
      </Card>

      <Card>
        <CardHeading title="Notifications">
          <p className="measure wrap-anywhere">
            We write to {user.email} about these three things only. You need each of them to be safe here, so
            none can be switched off. We send no advertising.
          </p>
        </CardHeading>
        <ul className="mt-5 grid grid-cols-1 gap-4">
          {mails.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-muted"
              >
                <Icon className="size-5" />
              </span>
              <span className="min-w-0 text-[0.9375rem] leading-6">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
