/** The outcome of a rule: its value, or a refusal shown to the customer. Refusals are values; only a bug throws. */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  /** The invalid input field, if there is one. */
  readonly field?: string;
  /** Values inserted into the refusal's text, as decimal strings. */
  readonly params?: Readonly<Record<string, string>>;
};

export type Outcome<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

/** Returns a value as a successful outcome. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Returns a refusal; `field` and `params` state the input and the reason. */
export function refuse<Code extends string>(
  code: Code,
  details: { field?: string; params?: Readonly<Record<string, string>> } = {},
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, ...details } };
}
