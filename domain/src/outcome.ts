/** A rule returns an outcome: the value, or a refusal that the customer will read. Refusals are values; only a bug throws. */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  /** The invalid input field, if there is one. */
  readonly field?: string;
  /** Values quoted in the refusal's text, formatted as decimal strings. */
  readonly params?: Readonly<Record<string, string>>;
};

export type Outcome<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

/** Wraps a value as a successful outcome. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Makes a refused outcome; `field` and `params` say where and why. */
export function refuse<Code extends string>(
  code: Code,
  details: { field?: string; params?: Readonly<Record<string, string>> } = {},
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, ...details } };
}
