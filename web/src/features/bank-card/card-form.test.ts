/** The checks of a bank card before it is sent, and the list of countries with an IBAN compared with the IBAN register. */
import { countries } from '@candor/protocol/countries.ts';
import { countrySpecs } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { cardProblems, emptyCard, requestOf } from './card-form.ts';
import { accountNaming, isAba, isIban, isSwift } from './payee-countries.ts';

const german = {
  payee_country: 'DE',
  real_name: 'Lena Lindqvist',
  bank_name: 'Commerzbank',
  swift: 'COBADEFFXXX',
  bank_address: 'Kaiserplatz, Frankfurt',
  card_number: 'DE89 3704 0044 0532 0130 00',
  routing_number: '',
  user_name: 'L. Lindqvist',
  phone: '+49 30 901820',
  recipient_address: 'Hauptstr. 1, Berlin',
};
const american = {
  ...german,
  payee_country: 'US',
  swift: 'CHASUS33',
  card_number: '000123456789',
  routing_number: '021000021',
};

const problemsOf = (form: typeof german) =>
  Object.entries(cardProblems(form)).filter(([, key]) => key !== undefined);

describe('bank card form', () => {
  it.each([
    ['with an IBAN', german],
    ['with a routing number', american],
    ['with an account number alone', { ...german, payee_country: 'TH', card_number: '1234567890' }],
    ['of a territory listed under another country', { ...german, payee_country: 'GF' }],
  ])('accepts a complete card %s', (_, form) => {
    expect(problemsOf(form)).toEqual([]);
  });

  it.each([
    ['payee_country', { ...german, payee_country: '' }, 'bankCard.countryMissing'],
    ['card_number', { ...german, card_number: 'DE89370400440532013001' }, 'bankCard.ibanForm'],
    ['card_number', { ...german, payee_country: 'FR' }, 'bankCard.ibanForm'],
    ['card_number', { ...american, card_number: '1234' }, 'bankCard.accountForm'],
    ['routing_number', { ...american, routing_number: '' }, 'bankCard.abaForm'],
    ['routing_number', { ...american, routing_number: '021000022' }, 'bankCard.abaForm'],
    ['routing_number', { ...american, payee_country: 'IN', routing_number: '!' }, 'bankCard.routingForm'],
    ['swift', { ...german, swift: 'COBADE' }, 'bankCard.swiftForm'],
    ['phone', { ...german, phone: '+49' }, 'bankCard.phoneForm'],
    ['real_name', { ...german, real_name: ' ' }, 'bankCard.realNameMissing'],
  ])('reports an invalid or missing field: %s', (field, form, key) => {
    expect(problemsOf(form)).toEqual([[field, key]]);
  });

  it("reports every field of an empty form except the account's numbers, which depend on the country", () => {
    const named = Object.entries(cardProblems(emptyCard)).filter(([, key]) => key !== undefined);
    expect(named.map(([field]) => field).toSorted()).toEqual(
      Object.keys(emptyCard)
        .filter((field) => field !== 'card_number' && field !== 'routing_number')
        .toSorted(),
    );
  });

  it('sends a routing number only for countries that use routing numbers', () => {
    expect(requestOf({ ...german, routing_number: '021000021' })).not.toHaveProperty('routing_number');
    expect(requestOf({ ...american, payee_country: 'TH', routing_number: ' ' })).not.toHaveProperty(
      'routing_number',
    );
    expect(requestOf({ ...american, real_name: ' Lena ' })).toMatchObject({
      routing_number: '021000021',
      real_name: 'Lena',
    });
  });
});

it('requires an IBAN in countries of the register and in territories listed under another country', () => {
  const registered = countries.filter((country) => countrySpecs[country]?.IBANRegistry === true);
  const elsewhere = [
    'AX',
    'BL',
    'GF',
    'GG',
    'GP',
    'IM',
    'JE',
    'MF',
    'MQ',
    'NC',
    'PF',
    'PM',
    'RE',
    'TF',
    'WF',
    'YT',
  ];
  expect(countries.filter((country) => accountNaming(country).iban)).toEqual(
    [...new Set([...registered, ...elsewhere])].toSorted(),
  );
});

it.each([
  ['GB82 WEST 1234 5698 7654 32', true],
  ['gb82west12345698765432', true],
  ['GB82 WEST 1234 5698 7654 33', false],
  ['NO9386011117947', true],
  ['NO938601111794', false],
])('reports whether %s is a valid IBAN: %s', (text, right) => expect(isIban(text)).toBe(right));

it.each([
  ['021000021', true],
  ['0210-0002-1', true],
  ['021000012', false],
  ['000000000', false],
  ['12345678', false],
])('reports whether %s is a valid ABA routing number: %s', (text, right) => expect(isAba(text)).toBe(right));

it.each([
  ['DEUTDEFF', true],
  ['deut de ff 500', true],
  ['DEUTDEFF5', false],
  ['DEUT1EFF', false],
])('reports whether %s is a valid SWIFT code: %s', (text, right) => expect(isSwift(text)).toBe(right));
