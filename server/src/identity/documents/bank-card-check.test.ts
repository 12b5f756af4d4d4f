/** Accepts or rejects bank cards, and masks them. */
import { expect, test } from 'vitest';
import { testCard } from '@candor/testing/bank-cards.ts';
import { checkedCard, maskedCard } from './bank-card-check.ts';

type Change = Partial<Record<keyof typeof testCard | 'routing_number', string>>;

const british: Change = {
  payee_country: 'GB',
  swift: 'DEUTGB2L',
  card_number: 'GB82 WEST 1234 5698 7654 32',
  phone: '020 7946 0123',
};
const american: Change = {
  payee_country: 'US',
  swift: 'CHASUS33',
  card_number: '000123456789',
  phone: '(212) 555-0123',
  routing_number: '021000021',
};

const right: [what: string, change: Change, kept: Change][] = [
  ['German', {}, { card_number: 'DE89370400440532013000', phone: '+4915112345678' }],
  [
    'in lower case without spaces',
    { swift: 'deutdeff', card_number: 'de89370400440532013000' },
    { swift: 'DEUTDEFF' },
  ],
  ['in full width', { card_number: 'ＤＥ89３70400440532013000' }, { card_number: 'DE89370400440532013000' }],
  [
    'British, where the UK takes IBANs',
    british,
    { card_number: 'GB82WEST12345698765432', phone: '+442079460123' },
  ],
  ['of Jersey, in the British register', { ...british, payee_country: 'JE', phone: '+44 1534 288855' }, {}],
  [
    'of Réunion, in the French register',
    {
      payee_country: 'RE',
      swift: 'BNPAREPP',
      card_number: 'FR14 2004 1010 0505 0001 3M02 606',
      phone: '0262 90 43 00',
    },
    { phone: '+262262904300' },
  ],
  ['American', american, { card_number: '000123456789', routing_number: '021000021' }],
  [
    'of Hong Kong, which has neither',
    { payee_country: 'HK', swift: 'HSBCHKHH', card_number: '123-456789-838', phone: '2123 4567' },
    { card_number: '123456789838', phone: '+85221234567' },
  ],
];

test.each(right)('accepts a bank card: %s', (_, change, kept) => {
  const { routing_number = null, ...expected } = kept;
  expect(checkedCard({ ...testCard, ...change })).toMatchObject({
    ok: true,
    value: { ...expected, routing_number },
  });
});

const wrong: [what: string, change: Change, code: string, field: string][] = [
  ['an invalid BIC', { swift: 'DEUT' }, 'swift_wrong', 'swift'],
  ['a BIC of a country that does not exist', { swift: 'DEUTXXFF' }, 'swift_wrong', 'swift'],
  ['a BIC of a different country', { swift: 'DEUTGB2L' }, 'swift_wrong', 'swift'],
  ['an IBAN with a wrong digit', { card_number: 'DE89 3704 0044 0532 0130 01' }, 'iban_wrong', 'card_number'],
  [
    'an IBAN with two digits swapped',
    { card_number: 'DE89 3704 0044 0532 1030 00' },
    'iban_wrong',
    'card_number',
  ],
  ['no IBAN in a country that uses IBANs', { card_number: '0532013000' }, 'iban_wrong', 'card_number'],
  ['an IBAN of a different country', { card_number: 'GB82WEST12345698765432' }, 'iban_wrong', 'card_number'],
  ['no IBAN in Britain', { ...british, card_number: '98765432' }, 'iban_wrong', 'card_number'],
  [
    'no IBAN in Jersey',
    { ...british, payee_country: 'JE', card_number: '98765432' },
    'iban_wrong',
    'card_number',
  ],
  ['an invalid account number', { ...american, card_number: '12<4>' }, 'parameter_wrong', 'card_number'],
  ['no routing number', { ...american, routing_number: '' }, 'routing_number_wrong', 'routing_number'],
  [
    'a routing number with a wrong digit',
    { ...american, routing_number: '021000022' },
    'routing_number_wrong',
    'routing_number',
  ],
  ['an invalid routing number', { routing_number: '1;drop' }, 'routing_number_wrong', 'routing_number'],
  ['a phone number that is too short', { phone: '12' }, 'phone_wrong', 'phone'],
  ['a phone number in no numbering plan', { phone: '+49 000 000' }, 'phone_wrong', 'phone'],
];

test.each(wrong)('rejects a bank card: %s', (_, change, code, field) => {
  expect(checkedCard({ ...testCard, ...change })).toMatchObject({ ok: false, refusal: { code, field } });
});

test('masks a bank card so that it reveals neither the holder nor the account', () => {
  const checked = checkedCard({ ...testCard, ...american, real_name: 'Lena Maria Fischer' });
  if (!checked.ok) throw new Error(checked.refusal.code);
  expect(maskedCard(checked.value)).toEqual({
    real_name: 'L•••• M•••• F••••',
    bank_name: 'Deutsche Bank',
    swift: 'CHASUS33',
    bank_address: 'T•••• 1•••• F••••',
    card_number: '•••• 6789',
    user_name: 'L•••• F••••',
    payee_country: 'US',
    phone: '•••• 0123',
    recipient_address: 'L•••• 4•••• 5•••• K••••',
    routing_number: '•••• 0021',
  });
});
