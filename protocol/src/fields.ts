/** The field types used by several calls. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import * as v from 'valibot';
import type { RefusalCode } from './refusals.ts';

/** A non-negative decimal as text with at most eight decimal places. "1e3", " 1" and JSON numbers are refused. */
export const decimal = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => parseAmount(text) !== undefined, 'decimal'),
);
/** A decimal in a response; may be negative. */
export const decimalOut = v.pipe(v.string(), v.regex(/^-?(0|[1-9]\d*)(\.\d{1,8})?$/));
export const id = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,40}$/));
export const symbol = v.pipe(v.string(), v.regex(/^[A-Z]{3,5}\/[A-Z]{3,5}$/));
/** Seconds since 1970. Inputs also accept text of digits, because GET parameters are text. */
export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));
export const secondsIn = v.union([seconds, v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number))]);
/** The period of a list of past things: its first and its last second. A call spreads it into its input. */
export const periodIn = { from: v.optional(secondsIn), to: v.optional(secondsIn) };
export const seqIn = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0)),
  v.pipe(v.string(), v.regex(/^\d{1,18}$/), v.transform(Number)),
]);
export const limitIn = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);
/** Any text without NUL, which the database cannot store. */
export const text = (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[^\u0000]+$/));
/**
 * A code as a plain string. The list of codes cannot be imported here, because it depends on all schemas; the compiler checks
 * the codes instead.
 */
export const isCode = (code: unknown): boolean => typeof code === 'string' && /^[a-z][a-z_]*$/.test(code);
/** A refusal within a response: the reason why, for example, an order ended or is waiting. */
export const refusalCode = v.custom<RefusalCode>(isCode);
/** An opaque position at which a list continues. */
export const cursor = v.pipe(v.string(), v.maxLength(80));
/** The empty payload of a call that returns nothing. */
export const nothing = v.strictObject({});
/** No input except `lang`, which every call accepts and which is removed before validation. */
export const none = v.object({});
