/** The kinds of field that operators' calls are made of, besides those of `schemas/fields.ts`. */
import * as v from 'valibot';
import { cursor, limitIn } from '../fields.ts';

/** The number of a customer's account. */
export const customerId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));
/** Without the signs that the database cannot hold, or that take lists of texts apart. */
const keepable = v.regex(/^[^\u0000\u001e\u001f]*$/);
/** What the log of operators keeps besides a code, for colleagues and auditors. */
export const note = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500), keepable));
/** What must be said because no code says it. */
export const reasonText = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500), keepable);
/** What something or somebody is called. */
export const called = (max: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), keepable);
export const page = { cursor: v.optional(cursor), limit: v.optional(limitIn) };
/** Of a case, which waits: what it is about and since when. */
export const caseRef = { customer: customerId, id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) };
