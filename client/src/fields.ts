/** Converts the input of a call to a query string or a form. Undefined fields are left out. */
export function formOf(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) form.set(name, String(value));
  }
  return form;
}
