/** Email addresses as typed. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text has the form of an email address; only the mailed code proves that it exists. */
export function looksLikeEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
