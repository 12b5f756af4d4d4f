/**
 * Account names and email addresses are compared in folded form: Unicode compatibility forms are unified and case is ignored, so
 * that two spellings that look the same are one name. The original spelling is shown and mailed.
 */

/** The form in which equal names compare equal. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Enough of an address for its owner to recognise it: "l***@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
