/** Parses the options after an operator's command, with error messages for unknown ones. */

export type Values = {
  readonly reason?: string;
  readonly note?: string;
  readonly limit?: string;
  readonly out?: string;
  readonly role?: string;
  readonly person?: string;
  readonly fingerprint?: string;
  readonly 'as-owner'?: boolean;
};

/** Returns the note. An empty note is treated as none. */
export function noteOf(values: Values): string | undefined {
  return values.note?.trim() === '' ? undefined : values.note?.trim();
}

export function unknown(words: readonly string[]): string {
  return `There is no command "${words.join(' ')}"; --help lists them.`;
}

/** Parses the reason. The error message lists the allowed ones. */
export function reasonOf<Code extends string>(
  values: Values,
  codes: readonly Code[],
): { readonly code: Code } | string {
  const code = codes.find((one) => one === values.reason);
  return code === undefined ? `Give --reason as one of ${codes.join(', ')}.` : { code };
}
