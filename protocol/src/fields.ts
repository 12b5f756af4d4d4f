/** The few kinds of field that every call is made of. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import * as v from 'valibot';
import type { RefusalCode } from './refusals.ts';

/** A non-negative decimal as text, at most eight places; "1e3", " 1" and numbers are refused, never coerced. */
export const decimal = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => parseAmount(text) !== undefined, 'decimal'),
);
/** A decimal in an answer; may be negative. */
export const decimalOut = v.pipe(v.string(), v.regex(/^-?(0|[1-9]\d*)(\.\d{1,8})?$/));
export const id = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,40}$/));
export const symbol = v.pipe(v.string(), v.regex(/^[A-Z]{3,5}\/[A-Z]{3,5}$/));
/** Seconds since 1970, in answers; in inputs digits as text count too, since GET carries text. */
export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0));
export const secondsIn = v.union([seconds, v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number))]);
export const seqIn = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(0)),
  v.pipe(v.string(), v.regex(/^\d{1,18}$/), v.transform(Number)),
]);
export const limitIn = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);
/** Any text but the sign NUL, which the database cannot hold. */
export const text = (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[^\u0000]+$/));
/** The form of a code, for what says which codes there are stands above all shapes and cannot be asked here; the compiler knows them. */
export const isCode = (code: unknown): boolean => typeof code === 'string' && /^[a-z][a-z_]*$/.test(code);
/** A refusal that stands in an answer: why something ended or waits. */
export const refusalCode = v.custom<RefusalCode>(isCode);
/** Opaque position in a list that goes on. */
export const cursor = v.pipe(v.string(), v.maxLength(80));
/** The empty payload of a call that only does something. */
export const nothing = v.strictObject({});
/** No input but `lang`, which every call accepts and the mount takes out beforehand. */
export const none = v.object({});
