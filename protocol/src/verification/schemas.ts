/** Identity verification and the bank card. */
import * as v from 'valibot';
import { countries } from '../countries.ts';
import { confirmation } from '../confirmation.ts';
import { id, seconds, text } from '../fields.ts';

const country = v.picklist(countries);
/** A name of a person or street. Control characters and characters that change the text direction are refused. */
const line = (max: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), v.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u));

const certificateTypes = ['driving_licence', 'passport', 'id_card'] as const;
/** Why a verification was rejected. */
export const verificationReasons = [
  'photo_unreadable',
  'document_expired',
  'name_mismatch',
  'number_mismatch',
  'birth_date_mismatch',
  'document_not_accepted',
  'under_age',
  'suspected_forgery',
] as const;

export const realNameInput = v.object({
  country,
  first_name: line(60),
  last_name: line(60),
  /** YYYY-MM-DD */
  birth_date: v.pipe(v.string(), v.isoDate()),
  certificate_type: v.picklist(certificateTypes),
  certificate_number: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,38}[\p{L}\p{N}]$/u),
  ),
  /** File ids returned by `upload`. */
  front: id,
  back: id,
});
export const realName = v.object({
  status: v.picklist(['not_started', 'under_review', 'approved', 'rejected']),
  reason: v.nullable(v.picklist(verificationReasons)),
  submitted_time: v.nullable(seconds),
  decided_time: v.nullable(seconds),
  /** The submitted data, masked except for names and country; null before the first submission. */
  given: v.nullable(
    v.object({
      country: v.string(),
      first_name: v.string(),
      last_name: v.string(),
      birth_date: v.string(),
      certificate_type: v.picklist(certificateTypes),
      certificate_number: v.string(),
    }),
  ),
  /** When the images were opened, and by which role. Every view is recorded. */
  looked_at: v.array(v.object({ time: seconds, role: v.string() })),
});

export const bankCardInput = v.object({
  /** The account holder's name at the bank. */
  real_name: line(120),
  bank_name: line(120),
  swift: text(20),
  bank_address: line(200),
  /** The IBAN in countries that use IBANs, otherwise a card or account number. */
  card_number: text(50),
  user_name: line(120),
  payee_country: country,
  phone: text(30),
  recipient_address: line(200),
  routing_number: v.optional(v.string()),
  ...confirmation,
});
/** The masked number, which its owner can recognise. */
export const bankCard = v.object({
  bound: v.boolean(),
  bound_time: v.nullable(seconds),
  shown: v.nullable(
    v.object({
      real_name: v.string(),
      bank_name: v.string(),
      swift: v.string(),
      bank_address: v.string(),
      card_number: v.string(),
      user_name: v.string(),
      payee_country: v.string(),
      phone: v.string(),
      recipient_address: v.string(),
      routing_number: v.nullable(v.string()),
    }),
  ),
});
