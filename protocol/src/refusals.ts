/**
 * Refusals by the server. Each has an HTTP status and a text in every language. The Chinese text is part of the response, for
 * clients that don't recognise the code. A text may have parameters in braces; `{field}` names the invalid input.
 */
import type { refusals, successes } from './features.ts';
import type { Words } from './languages.ts';

export type RefusalRow = { readonly status: number; readonly texts: Words };

/** Declares a refusal. Marked as free of side effects, so that a build can drop unused rows. */
// @__NO_SIDE_EFFECTS__
export function refusal(status: number, texts: Words): RefusalRow {
  return { status, texts };
}

export type RefusalCode = keyof typeof refusals;
export type SuccessCode = keyof typeof successes;
export type MessageCode = RefusalCode | SuccessCode;
