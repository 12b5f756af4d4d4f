/** The house file of a live platform: accepted fields, and the error messages for invalid ones. */
import { expect, test } from 'vitest';
import { houseOf } from './house.ts';

const whole = {
  legal_entity: 'Example Markets Ltd',
  licence_number: '4711',
  register_url: 'https://register.example/4711',
  invite_code: 'EXAMPLE',
  deposit_addresses: { tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  wires: {
    EUR: { beneficiary: 'A', bank_name: 'B', bank_address: 'C', swift: 'DEUTDEFF', account: 'DE00' },
  },
  fund_tiers: [
    {
      ...{ min: '100', max: '1000', rate_min: '0.001', rate_max: '0.003', early_fee_rate: '0.01' },
      ...{ days: 7, limit_per_account: 2, places: 50 },
    },
    {
      ...{ min: '1000', max: '9000', rate_min: '0.002', rate_max: '0.004', early_fee_rate: '0' },
      ...{ days: 14, places: 10 },
    },
  ],
  instruments: ['BTC/USDT'],
  service: {
    email: 'help@example.org',
    hours: { days: [5, 1], from: '09:00', to: '17:30', time_zone: 'Europe/Berlin' },
  },
};
const [tier] = whole.fund_tiers;
const hours = (change: object) => ({ service: { hours: { ...whole.service.hours, ...change } } });

test('returns the settings of a complete file, and no settings for an empty one', () => {
  expect(houseOf(JSON.stringify(whole))).toEqual({
    legalEntity: 'Example Markets Ltd',
    licenceNumber: '4711',
    registerUrl: 'https://register.example/4711',
    inviteCode: 'EXAMPLE',
    ways: { addresses: whole.deposit_addresses, wires: whole.wires },
    fundTiers: [
      { ...tier, days: '7', limit_per_account: '2', places: '50' },
      { ...whole.fund_tiers[1], days: '14', limit_per_account: '0', places: '10' },
    ],
    instruments: ['BTC/USDT'],
    service: { email: 'help@example.org', hours: { ...whole.service.hours, days: [1, 5] } },
  });
  expect(houseOf('{}')).toEqual({
    ...{ legalEntity: undefined, licenceNumber: undefined, registerUrl: undefined, inviteCode: undefined },
    ways: { addresses: {}, wires: {} },
    ...{ fundTiers: [], instruments: [], service: { email: undefined, hours: undefined } },
  });
});

test.each<[change: object, sentence: string]>([
  [{ legal_entity: ' ' }, 'legal_entity must be a non-empty text.'],
  [{ licence_number: 4711 }, 'licence_number must be a non-empty text.'],
  [{ register_url: 'http://register.example' }, 'register_url must begin with https://.'],
  [{ payout: 'now' }, 'the file has no field "payout".'],
  [{ deposit_addresses: { dogecoin: 'D' } }, 'deposit_addresses has no field "dogecoin".'],
  [{ deposit_addresses: { tron: '' } }, 'tron must be a non-empty text.'],
  [{ deposit_addresses: [] }, 'deposit_addresses must be an object.'],
  [{ wires: { EUR: { ...whole.wires.EUR, swift: undefined } } }, 'wires.EUR lacks swift.'],
  [{ wires: { CHF: whole.wires.EUR } }, 'wires has no field "CHF".'],
  [{ service: { phone: '1' } }, 'service has no field "phone".'],
  [{ service: { email: 'a@b' } }, 'service.email must be an e-mail address.'],
  [hours({ days: [] }), 'service.hours.days must be days from 1 (Monday) to 7 (Sunday).'],
  [hours({ days: [0] }), 'service.hours.days must be days from 1 (Monday) to 7 (Sunday).'],
  [hours({ days: [1, 1] }), 'service.hours.days must be days from 1 (Monday) to 7 (Sunday).'],
  [hours({ from: '9' }), 'service.hours.from and to must be times, such as "09:00".'],
  [hours({ to: '24:00' }), 'service.hours.from and to must be times, such as "09:00".'],
  [hours({ time_zone: 'Berlin' }), 'service.hours.time_zone must be a time zone, such as "Europe/Berlin".'],
  [{ fund_tiers: {} }, 'fund_tiers must be a list.'],
  [{ fund_tiers: [{ ...tier, days: 0.5 }] }, 'fund_tiers.days must be a whole number.'],
  [{ fund_tiers: [{ ...tier, days: '7' }] }, 'fund_tiers.days must be a whole number.'],
  [{ fund_tiers: [{ ...tier, places: 0 }] }, 'fund_tiers.places must be a whole number.'],
  [
    { fund_tiers: [{ ...tier, limit_per_account: -1 }] },
    'fund_tiers.limit_per_account must be a whole number.',
  ],
  [
    { fund_tiers: [{ ...tier, rate_max: '1e3' }] },
    'fund_tiers.rate_max must be a decimal in quotes, such as "0.5".',
  ],
  [{ fund_tiers: [{ ...tier, rate_min: undefined }] }, 'fund_tiers lacks rate_min.'],
  [{ fund_tiers: [{ ...tier, from: '1' }] }, 'fund_tiers has no field "from".'],
  [{ fund_tiers: [tier, tier] }, 'fund_tiers must go from the lowest to the highest and not overlap.'],
  [
    { fund_tiers: [{ ...tier, min: '1000' }] },
    'fund_tiers must go from the lowest to the highest and not overlap.',
  ],
  [
    { fund_tiers: [{ ...tier, rate_min: '0.0031' }] },
    'fund_tiers.rate_min must not exceed rate_max, and rate_max must be above 0.',
  ],
  [{ instruments: [''] }, 'instruments must be symbols, such as "BTC/USDT".'],
])('rejects a house file with %o, reporting "%s"', (change, sentence) => {
  expect(() => houseOf(JSON.stringify({ ...whole, ...change }))).toThrow(`--house: ${sentence}`);
});

test.each([
  ['', '--house is not valid JSON.'],
  ['[]', '--house: the file must be an object.'],
])('rejects the house file "%s", reporting "%s"', (text, sentence) => {
  expect(() => houseOf(text)).toThrow(sentence);
});
