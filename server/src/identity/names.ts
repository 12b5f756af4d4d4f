/**
 * Compares account names and email addresses in folded form. Unicode compatibility forms are unified and case is ignored, so that
 * two spellings that look the same are one name. Names are shown, and mail is addressed, in the original spelling.
 */

/** Returns a name's folded form. Two names are the same if their folded forms are equal. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Shows just enough of the address for its owner to recognise it: "l***@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
