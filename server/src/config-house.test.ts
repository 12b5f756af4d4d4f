/** The file of a live house: what may stand in it, and the sentence that anything else gets. */
import { expect, test } from 'vitest';
import { houseOf } from './config-house.ts';

const whole = {
  legal_entity: 'Example Markets Ltd',
  licence_number: '4711',
  register_url: 'https://register.example/4711',
  invite_code: 'EXAMPLE',
  deposit_addresses: { tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  wires: {
    EUR: { beneficiary: 'A', bank_name: 'B', bank_address: 'C', swift: 'DEUTDEFF', account: 'DE00' },
  },
  fund_tiers: [{ from: '100', days: 7, day_rate_max: '0.003' }],
  instruments: ['BTC/USDT'],
};

test('a whole file is read as it stands, an empty one as a house that lacks everything', () => {
  expect(houseOf(JSON.stringify(whole))).toEqual({
    legalEntity: 'Example Markets Ltd',
    licenceNumber: '4711',
    registerUrl: 'https://register.example/4711',
    inviteCode: 'EXAMPLE',
    ways: { addresses: whole.deposit_addresses, wires: whole.wires },
    fundTiers: whole.fund_tiers,
    instruments: ['BTC/USDT'],
  });
  expect(houseOf('{}')).toEqual({
    ...{ legalEntity: undefined, licenceNumber: undefined, registerUrl: undefined, inviteCode: undefined },
    ways: { addresses: {}, wires: {} },
    ...{ fundTiers: [], instruments: [] },
  });
});

test.each<[change: object, sentence: string]>([
  [{ legal_entity: ' ' }, 'legal_entity must be a text that is not empty.'],
  [{ licence_number: 4711 }, 'licence_number must be a text that is not empty.'],
  [{ register_url: 'http://register.example' }, 'register_url must begin with https://.'],
  [{ payout: 'now' }, 'the file has no field "payout".'],
  [{ deposit_addresses: { dogecoin: 'D' } }, 'deposit_addresses has no field "dogecoin".'],
  [{ deposit_addresses: { tron: '' } }, 'tron must be a text that is not empty.'],
  [{ deposit_addresses: [] }, 'deposit_addresses must be an object.'],
  [{ wires: { EUR: { ...whole.wires.EUR, swift: undefined } } }, 'wires.EUR lacks swift.'],
  [{ wires: { CHF: whole.wires.EUR } }, 'wires has no field "CHF".'],
  [{ fund_tiers: {} }, 'fund_tiers must be a list.'],
  [
    { fund_tiers: [{ from: '1', days: 0.5, day_rate_max: '0.1' }] },
    'fund_tiers.days must be a whole number of days.',
  ],
  [
    { fund_tiers: [{ from: '1', days: 1, day_rate_max: '1e3' }] },
    'fund_tiers.day_rate_max must be a decimal in quotes, such as "0.5".',
  ],
  [{ fund_tiers: [{ from: '1', days: 1 }] }, 'fund_tiers lacks day_rate_max.'],
  [{ instruments: [''] }, 'instruments must be symbols, such as "BTC/USDT".'],
])('%o: %s', (change, sentence) => {
  expect(() => houseOf(JSON.stringify({ ...whole, ...change }))).toThrow(`--house: ${sentence}`);
});

test.each([
  ['', '--house is no JSON.'],
  ['[]', '--house: the file must be an object.'],
])('"%s": %s', (text, sentence) => {
  expect(() => houseOf(text)).toThrow(sentence);
});
