/** What is sent with a call, as a query or a form: fields are texts, and what is not given is not sent. */
export function formOf(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.set(name, String(value));
  }
  return form;
}
