/** E-mail addresses as they are typed. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text has the form of an e-mail address; whether it exists, the mailed code tells. */
export function looksLikeEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
