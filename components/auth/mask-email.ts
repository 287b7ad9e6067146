/** Returns `a•••@example.com`, which only its owner can recognise. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return email;
  const name = email.slice(0, at);
  const shown = name.length > 3 ? name.slice(0, 2) : name.slice(0, 1);
  return `${shown}•••${email.slice(at)}`;
}
