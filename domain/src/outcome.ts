/** The outcome of a rule: a value, or a refusal shown to the customer. A rule returns refusals and throws only on a bug. */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  /** The name of the invalid input field, if there is one. */
  readonly field?: string;
  /** Values inserted into the refusal's text, as decimal strings. */
  readonly params?: Readonly<Record<string, string>>;
};

export type Outcome<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refuse<Code extends string>(
  code: Code,
  details: { field?: string; params?: Readonly<Record<string, string>> } = {},
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, ...details } };
}
