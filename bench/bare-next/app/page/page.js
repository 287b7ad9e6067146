import { headers } from "next/headers";

// A bare dynamic page: rendered for each request, without data, session and styles.
export default async function Page() {
  return <main>{(await headers()).get("host")}</main>;
}
