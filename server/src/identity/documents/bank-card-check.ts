/**
 * Validates a bank card by the check digits of its numbers, the phone's numbering plan, and the country, which must be the same
 * for all of them.
 */
import { validate as isRoutingNumber } from 'abavalidator';
import { countrySpecs, electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { CountryCode } from 'libphonenumber-js';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { firstSigns, lastSigns } from '../masks.ts';

type Input = CallInput<'POST user/cash_save'>;
export type ShownCard = NonNullable<CallOutput<'POST user/cash_info'>['shown']>;

/** Contains every field, with the numbers in normalised form. */
export type Card = {
  readonly [Field in keyof ShownCard]: ShownCard[Field];
};

/**
 * Territories whose banks are listed in another country's register. Their IBANs, and often their BICs, begin with that country's
 * code.
 */
const REGISTER: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((at) => [at, 'FR']),
  ),
  ...{ GG: 'GB', IM: 'GB', JE: 'GB', AX: 'FI' },
};
/** The account number of a country without IBAN, or a card number. */
const ACCOUNT = /^[A-Z0-9]{5,34}$/;
const ROUTING = /^[A-Z0-9]{3,20}$/;

/** Returns the card in its stored form, or the violation of its first invalid field. */
export function checkedCard(input: Input) {
  const country = input.payee_country;
  const register = REGISTER[country] ?? country;
  const swift = plain(input.swift);
  if (!isValidBIC(swift) || ![country, register].includes(swift.slice(4, 6))) {
    return refuse('swift_wrong', { field: 'swift' });
  }
  const number = plain(input.card_number);
  if (usesIban(register)) {
    if (!isValidIBAN(electronicFormatIBAN(number) ?? '') || ![country, register].includes(number.slice(0, 2)))
      return refuse('iban_wrong', { field: 'card_number' });
  } else if (!ACCOUNT.test(number)) {
    return refuse('parameter_wrong', { field: 'card_number' });
  }
  const routing = plain(input.routing_number ?? '');
  if (country === 'US' ? !isRoutingNumber(routing) : routing !== '' && !ROUTING.test(routing)) {
    return refuse('routing_number_wrong', { field: 'routing_number' });
  }
  const phone = parsePhoneNumberFromString(input.phone, country as CountryCode);
  if (phone?.isValid() !== true) return refuse('phone_wrong', { field: 'phone' });
  const card: Card = {
    real_name: input.real_name,
    bank_name: input.bank_name,
    swift,
    bank_address: input.bank_address,
    card_number: number,
    user_name: input.user_name,
    payee_country: country,
    phone: phone.number,
    recipient_address: input.recipient_address,
    routing_number: routing === '' ? null : routing,
  };
  return ok(card);
}

/** The card as its owner sees it. */
export function maskedCard(card: Card): ShownCard {
  return {
    real_name: firstSigns(card.real_name),
    bank_name: card.bank_name,
    swift: card.swift,
    bank_address: firstSigns(card.bank_address),
    card_number: lastSigns(card.card_number),
    user_name: firstSigns(card.user_name),
    payee_country: card.payee_country,
    phone: lastSigns(card.phone),
    recipient_address: firstSigns(card.recipient_address),
    routing_number: card.routing_number === null ? null : lastSigns(card.routing_number),
  };
}

/**
 * Whether a country uses IBAN. Some countries outside the IBAN register have account numbers that look like an IBAN but that
 * banks don't accept as one.
 */
function usesIban(country: string): boolean {
  return countrySpecs[country]?.IBANRegistry === true;
}

/** Removes the spaces and hyphens that users type for readability. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.-]/gu, '');
}
