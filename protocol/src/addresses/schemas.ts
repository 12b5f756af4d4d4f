/** A customer's withdrawal addresses. */
import * as v from 'valibot';
import { chainNames } from '../networks.ts';
import { confirmation } from '../confirmation.ts';
import { id, seconds, text } from '../fields.ts';

const address = v.object({
  id,
  network: v.picklist(chainNames),
  currencies: v.array(v.string()),
  address: v.string(),
  label: v.string(),
  added_at: seconds,
  usable_at: seconds,
});
export const addressBook = v.object({
  items: v.array(address),
  max: v.number(),
  cool_off_seconds: v.number(),
});
export const addressAddInput = v.object({
  network: text(20),
  address: text(120),
  label: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40), v.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u))),
  ...confirmation,
});
export const addressAddOutput = address;
export const addressDeleteInput = v.object({ id });
