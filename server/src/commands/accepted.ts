/**
 * The outcome of an accepted command, with its JSON text. The text is stored for the command's key and sent as the answer, so
 * that it is serialised only once.
 */

export class Accepted<Value> {
  readonly ok = true;
  readonly value: Value;
  readonly #stored: string;

  constructor(value: Value) {
    this.value = value;
    const text = JSON.stringify(value) as string | undefined;
    this.#stored = text === undefined ? '{"ok":true}' : `{"ok":true,"value":${text}}`;
  }

  /** The outcome as JSON. */
  get stored(): string {
    return this.#stored;
  }

  /** The JSON text of an outcome's value. */
  static textOf(outcome: { readonly value: unknown }): string {
    return #stored in outcome && outcome.value !== undefined
      ? outcome.#stored.slice(BEFORE_VALUE, -1)
      : JSON.stringify(outcome.value);
  }
}

/** The length of `{"ok":true,"value":`. */
export const BEFORE_VALUE = 19;
