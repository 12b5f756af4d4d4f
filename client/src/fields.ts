/** The input of a call as a query string or a form. Fields are strings, and missing fields are not sent. */
export function formOf(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.set(name, String(value));
  }
  return form;
}
