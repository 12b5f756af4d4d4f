/** Field types of operators' calls, in addition to those of `protocol/src/fields.ts`. */
import * as v from 'valibot';
import { cursor, limitIn } from '../fields.ts';

export const customerId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));
/** Text without NUL, which the database cannot store, and without separators of lists. */
const keepable = v.regex(/^[^\u0000\u001e\u001f]*$/);
/** A note stored in the audit log in addition to a code, for colleagues and auditors. */
export const note = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500), keepable));
/** A required reason as text, for decisions without a list of reason codes. */
export const reasonText = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(500), keepable);
export const called = (max: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), keepable);
export const page = { cursor: v.optional(cursor), limit: v.optional(limitIn) };
/** A case is identified by the customer's number and a number that is unique for the customer. */
export const caseRef = { customer: customerId, id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) };
