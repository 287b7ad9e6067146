import type { Metadata } from "next";

/** Returns the metadata of a public page for search engines and link previews. */
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
