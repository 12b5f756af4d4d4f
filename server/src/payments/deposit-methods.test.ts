/** Deposit methods: the demo's are valid in form and have no holder, and invalid ones are rejected for real money. */
import { expect, test } from 'vitest';
import { chainNames, wireCurrencies } from '@candor/protocol/networks.ts';
import { checkedAddress } from './addresses.ts';
import { demoDepositWays, depositWaysOf, wireReference } from './deposit-methods.ts';

const ways = depositWaysOf(demoDepositWays, { isPlayMoney: true });

/** Returns the remainder (mod 97) of a number with check digits: an IBAN or a creditor reference. */
function remainder(text: string): bigint {
  const turned = text.slice(4) + text.slice(0, 4);
  return BigInt([...turned].map((sign) => parseInt(sign, 36).toString()).join('')) % 97n;
}

test('offers every currency on every network that carries it, each with its own details', () => {
  expect(ways.all.map(({ currency, network }) => `${currency} ${network}`)).toEqual([
    'BTC bitcoin',
    'ETH ethereum',
    'USDT ethereum',
    'ETH arbitrum',
    'USDT arbitrum',
    'USDT tron',
    'USD wire',
    'EUR wire',
    'GBP wire',
  ]);
  for (const way of ways.all) {
    const isWire = way.network === 'wire';
    expect([ways.address(way.network) === null, ways.instructions(way, 1n) === null]).toEqual([
      isWire,
      !isWire,
    ]);
  }
});

test('gives the demo valid addresses, of which Bitcoin’s is on the test network', () => {
  for (const network of chainNames) {
    const address = demoDepositWays.addresses[network] ?? '';
    const checked = checkedAddress(network, address);
    if (network === 'bitcoin') expect([checked.ok, address.slice(0, 4)]).toEqual([false, 'tb1q']);
    else expect(checked).toMatchObject({ ok: true, value: { address } });
  }
  for (const currency of wireCurrencies) {
    const wire = demoDepositWays.wires[currency];
    expect(remainder(wire?.account ?? '')).toBe(1n);
    expect(wire?.swift).toMatch(/^[A-Z]{6}[A-Z0-9]0$/);
  }
});

test('recognises the house’s own addresses in any spelling', () => {
  const own = checkedAddress('ethereum', (demoDepositWays.addresses.ethereum ?? '').toLowerCase());
  if (!own.ok) throw new Error(own.refusal.code);
  const keys = [own.value.key, 'TK2gcgycDcvBgA6nFiJBP2SzbRErpnDLoe', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'];
  expect(keys.map(ways.isHouseAddress)).toEqual([true, true, false]);
});

test.each([
  ['on the test network', { bitcoin: demoDepositWays.addresses.bitcoin ?? '' }],
  ['with a wrong checksum', { ethereum: '0x63616E646F722064656d6F206e6F2077616c6c65' }],
  ['of a different chain', { tron: '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem' }],
])('rejects an address for real money: %s', (_, addresses) => {
  expect(() => depositWaysOf({ addresses, wires: {} }, { isPlayMoney: false })).toThrow(/address/);
});

test('offers no deposit method without configuration', () => {
  const none = depositWaysOf({ addresses: {}, wires: {} }, { isPlayMoney: false });
  expect([none.all, none.address('tron'), none.isHouseAddress('')]).toEqual([[], null, false]);
});

test('gives each customer a unique reference whose check digits reveal a typo', () => {
  // The standard's example, which validates the arithmetic of this test.
  expect(remainder('RF18539007547034')).toBe(1n);
  const references = [1n, 100_001n, 100_002n, 999_999_999_999_999n].map(wireReference);
  expect(new Set(references).size).toBe(references.length);
  for (const reference of references) {
    expect(reference).toMatch(/^RF\d\d[A-Z0-9]{1,21}$/);
    expect(remainder(reference)).toBe(1n);
  }
  expect(remainder(wireReference(100_001n).replace(/1$/, '2'))).not.toBe(1n);
});
