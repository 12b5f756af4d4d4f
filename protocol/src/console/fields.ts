/** Field types of operators' calls, in addition to those of `protocol/src/fields.ts`. */
import * as v from 'valibot';
import { cursor, limitIn } from '../fields.ts';

/** The number of a customer's account. */
export const customerId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));
/** Text without characters that the database cannot store or that separate items in lists. */
const keepable = v.regex(/^[^\u0000\u001e\u001f]*$/);
/** A note stored in the audit log in addition to a code, for colleagues and auditors. */
export const note = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500), keepable));
/** A required reason, if there is no code for it. */
export const reasonText = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500), keepable);
/** The name of a thing or a person. */
export const called = (max: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), keepable);
export const page = { cursor: v.optional(cursor), limit: v.optional(limitIn) };
/** A pending case: its subject, and since when it has been waiting. */
export const caseRef = { customer: customerId, id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) };
