/** The fields of a bank card and their checks before sending. Pure. */
import type { TextKey } from '../../lib/use-field-errors.ts';
import { accountNaming, isAba, isIban, isSwift, plain } from './payee-countries.ts';

export const emptyCard = {
  payee_country: '',
  real_name: '',
  bank_name: '',
  swift: '',
  bank_address: '',
  card_number: '',
  routing_number: '',
  user_name: '',
  phone: '',
  recipient_address: '',
};
export type CardForm = typeof emptyCard;
export type CardField = keyof CardForm;
export const cardFields = Object.keys(emptyCard) as readonly CardField[];

/** A territory's IBAN begins with the code of the country that registers it. The server checks which country that is. */
const TERRITORIES: ReadonlySet<string> = new Set(
  'AX BL GF GG GP IM JE MF MQ NC PF PM RE TF WF YT'.split(' '),
);

function numberProblem({ payee_country, card_number }: CardForm): TextKey | undefined {
  const number = plain(card_number);
  if (!accountNaming(payee_country).iban) {
    return /^[A-Z0-9]{5,34}$/.test(number) ? undefined : 'bankCard.accountForm';
  }
  const ofCountry = number.startsWith(payee_country) || TERRITORIES.has(payee_country);
  return ofCountry && isIban(number) ? undefined : 'bankCard.ibanForm';
}

function routingProblem({ payee_country, routing_number }: CardForm): TextKey | undefined {
  const { routing, routingNeeded } = accountNaming(payee_country);
  if (routing === undefined) return undefined;
  if (routingNeeded) return isAba(routing_number) ? undefined : 'bankCard.abaForm';
  const number = plain(routing_number);
  return number === '' || /^[A-Z0-9]{3,20}$/.test(number) ? undefined : 'bankCard.routingForm';
}

export function cardProblems(form: CardForm): Partial<Record<CardField, TextKey | undefined>> {
  const missing = (field: CardField, key: TextKey) => (form[field].trim() === '' ? key : undefined);
  const country = missing('payee_country', 'bankCard.countryMissing');
  return {
    payee_country: country,
    real_name: missing('real_name', 'bankCard.realNameMissing'),
    bank_name: missing('bank_name', 'bankCard.bankNameMissing'),
    swift: isSwift(form.swift) ? undefined : 'bankCard.swiftForm',
    bank_address: missing('bank_address', 'bankCard.bankAddressMissing'),
    // The format of the numbers depends on the country.
    card_number: country === undefined ? numberProblem(form) : undefined,
    routing_number: country === undefined ? routingProblem(form) : undefined,
    user_name: missing('user_name', 'bankCard.userNameMissing'),
    phone: form.phone.replaceAll(/\D/g, '').length >= 5 ? undefined : 'bankCard.phoneForm',
    recipient_address: missing('recipient_address', 'bankCard.addressMissing'),
  };
}

/** Returns the request without the numbers that the country does not use. */
export function requestOf(form: CardForm) {
  const { routing_number, ...rest } = form;
  const trimmed = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value.trim()]),
  ) as typeof rest;
  const asked = accountNaming(form.payee_country).routing !== undefined && routing_number.trim() !== '';
  return asked ? { ...trimmed, routing_number: routing_number.trim() } : trimmed;
}
