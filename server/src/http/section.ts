/** A section of the API reference, with its calls and their titles. */
import type { CallName } from '@candor/protocol/calls.ts';

export type Section = {
  readonly name: string;
  /** In Markdown. */
  readonly about: string;
  readonly calls: Readonly<Partial<Record<CallName, string>>>;
};

/** A heading of the table of contents. */
export type Chapter = { readonly name: string; readonly sections: readonly Section[] };
