import type { Metadata } from "next";

/** What a public page says of itself to search engines and to whoever shares it. */
export const publicMetadata = ({
  title,
  description,
  path,
}: {
  title: string;
  description: string;
  path: string;
}): Metadata => ({
  title,
  description,
  alternates: { canonical: path },
  openGraph: { title, description, url: path, type: "website", locale: "en_NG" },
});
