import { brand } from "@/lib/brand";
import { siteEnv } from "@/lib/env";

/** Renders structured data about the operator for search engines (schema.org). */
export function Organisation() {
  const { APP_URL } = siteEnv();
  const data = {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: brand.name,
    url: APP_URL,
    logo: new URL("/icon.svg", APP_URL).href,
    email: brand.supportEmail,
    ...(brand.supportPhone ? { telephone: brand.supportPhone } : {}),
    areaServed: "NG",
  };
  // A "<" in a configured name must not end the element.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
