import type { Metadata } from "next";
import { connection } from "next/server";
import { notFound } from "next/navigation";
import { env } from "@/lib/env";
import { readOutbox } from "@/lib/mail/reader";

export const metadata: Metadata = { title: "Outbox", robots: { index: false } };

/** Shows the emails of the demo (product 10.1). Responds with 404 outside the demo. */
export default async function OutboxPage() {
  await connection();
  if (!env.DEMO) notFound();
  const emails = await readOutbox(100);
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-10">
      <h1 className="text-2xl font-semibold">Outbox</h1>
      <p className="mt-2 text-muted">Emails from this demo, newest first. They never leave this machine.</p>
      {emails.length === 0 && (
        <p className="mt-8">No emails yet. Register, and your code will appear here.</p>
      )}
      <ol className="mt-6 space-y-4">
        {emails.map((email) => (
          <li key={email.id} className="rounded-xl border border-line bg-surface p-4">
            <p className="text-sm text-muted">
              <span>{`${email.to} · `}</span>
              <time dateTime={email.createdAt}>
                {new Date(email.createdAt).toLocaleString("en-NG", { timeZone: "Africa/Lagos" })}
              </time>
            </p>
            <h2 className="mt-1 font-medium">{email.subject}</h2>
            <pre className="mt-3 font-sans whitespace-pre-wrap">{email.text}</pre>
          </li>
        ))}
      </ol>
    </main>
  );
}
