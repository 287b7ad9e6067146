/** Shows an email address, preferably wrapped before its @. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <span title={email} translate="no" className="min-w-0 [overflow-wrap:anywhere]">
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </span>
  );
}
