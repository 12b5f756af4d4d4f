/** Checks of typed email addresses. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text has the form of an email address. Only the mailed code proves that the address exists. */
export function looksLikeEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
