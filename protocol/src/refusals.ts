/**
 * A message by which the server refuses: the HTTP status it travels with, and its text in every language. The Chinese one is what stands on
 * the wire, for a client that does not know the code. A text may quote params in braces; `{field}` names the input that is at fault.
 */
import type { refusals, successes } from './features.ts';
import type { Words } from './languages.ts';

export type RefusalRow = { readonly status: number; readonly texts: Words };

/** Free of effects, so that a build leaves out the rows that it has no use for. */
// @__NO_SIDE_EFFECTS__
export function refusal(status: number, texts: Words): RefusalRow {
  return { status, texts };
}

export type RefusalCode = keyof typeof refusals;
export type SuccessCode = keyof typeof successes;
export type MessageCode = RefusalCode | SuccessCode;
