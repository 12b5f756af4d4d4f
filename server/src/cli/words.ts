/** What the commands of operators have in common: the options that may stand behind the words, and what is said of others. */

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

/** An empty note is none. */
export function noteOf(values: Values): string | undefined {
  return values.note?.trim() === '' ? undefined : values.note?.trim();
}

export function unknown(words: readonly string[]): string {
  return `There is no command "${words.join(' ')}"; --help lists them.`;
}

/** The reason that was given, or what to give. */
export function reasonOf<Code extends string>(
  values: Values,
  codes: readonly Code[],
): { readonly code: Code } | string {
  const code = codes.find((one) => one === values.reason);
  return code === undefined ? `Give --reason as one of ${codes.join(', ')}.` : { code };
}
