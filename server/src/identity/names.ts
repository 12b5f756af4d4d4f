/**
 * Account names and e-mail addresses are compared folded: compatibility forms are unified and case is ignored, so that
 * two spellings that read alike are one name. What the customer typed is what is shown and mailed.
 */

/** The form in which two names are the same name. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Enough of an address to recognise one's own: "l***@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
