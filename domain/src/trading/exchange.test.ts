/** Flash exchange: examples, and a search for sequences in which rounding favours the customer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumsByCurrency } from '../ledger/journal.ts';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { exchangePostings, exchangeRate, planExchange, stillHolds } from './exchange.ts';
import type { Exchange } from './exchange.ts';

const RATE = amount('0.002');
type Prices = Readonly<Record<string, { readonly bid: Amount; readonly ask: Amount }>>;
const usual: Prices = {
  BTC: { bid: amount('64000.01'), ask: amount('64000.03') },
  ETH: { bid: amount('3000'), ask: amount('3000.02') },
  DOGE: { bid: amount('0.12345'), ask: amount('0.12347') },
};

function planned(from: string, to: string, given: { amount: Amount; prices?: Prices; feeRate?: Amount }) {
  const prices = given.prices ?? usual;
  return planExchange({
    ...{ from, to, amount: given.amount, feeRate: given.feeRate ?? RATE },
    prices: { bid: prices[from]?.bid ?? 0n, ask: prices[to]?.ask ?? 0n },
  });
}

const of = (postings: ReturnType<typeof exchangePostings>, account: string): Amount =>
  postings
    .filter((one) => one.account === account)
    .reduce((sum, one) => sum + (one.currency === 'USDT' ? one.amount : 0n), 0n);

describe('the figures of an exchange', () => {
  test.each([
    ['USDT', 'BTC', '1000', '0.01559374', '2'],
    ['BTC', 'USDT', '0.01', '638.7200998', '1.2800002'],
    ['BTC', 'ETH', '0.01', '0.21290528', '1.2800002'],
    ['DOGE', 'USDT', '100', '12.32031', '0.02469'],
    // The fee on 10⁻⁸ is rounded up to 10⁻⁸.
    ['USDT', 'DOGE', '0.00000002', '0.00000008', '0.00000001'],
    ['USDT', 'DOGE', '0.00000001', 'nothing', ''],
    ['USDT', 'BTC', '0.0006', 'nothing', ''],
    ['DOGE', 'BTC', '0.00000001', 'nothing', ''],
    ['USDT', 'BTC', '0', 'nothing', ''],
  ])('exchanges from %s to %s: %s for %s, with a fee of %s', (from, to, given, brings, fee) => {
    const exchange = planned(from, to, { amount: amount(given) });
    if (exchange === undefined) expect('nothing').toBe(brings);
    else {
      expect(formatAmount(exchange.toAmount)).toBe(brings);
      expect(formatAmount(exchange.fee)).toBe(fee);
    }
  });

  test('posts both legs of a coin-to-coin exchange, one fee, and the rounding', () => {
    const exchange = planned('BTC', 'ETH', { amount: amount('0.00012345') }) as Exchange;
    expect(
      exchangePostings(exchange).map((one) => `${one.account} ${one.currency} ${formatAmount(one.amount)}`),
    ).toEqual([
      'spot BTC -0.00012345',
      'inventory BTC 0.00012345',
      'inventory ETH -0.00262831',
      'inventory USDT -7.90080124',
      'inventory USDT 7.88498256',
      'fees USDT 0.0158016',
      'rounding USDT 0.00001708',
      'spot ETH 0.00262831',
    ]);
    expect(formatAmount(exchangeRate(exchange))).toBe('21.29048197');
  });
});

const currencies = ['USDT', 'BTC', 'ETH', 'DOGE'];
const priced = fc
  .tuple(fc.bigInt(1n, 10n ** 14n), fc.bigInt(0n, 10n ** 10n))
  .map(([bid, spread]) => ({ bid, ask: bid + spread }));
const anyPrices = fc.record({ BTC: priced, ETH: priced, DOGE: priced });
const anyRate = fc.bigInt(0n, ONE / 10n);
const anyAmount = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 10n ** 8n), fc.bigInt(1n, 10n ** 17n));
const route = fc
  .array(fc.constantFrom(...currencies), { minLength: 1, maxLength: 6 })
  .map((stops) => stops.filter((stop, at) => stop !== stops[at - 1]));

describe('a customer never gains', () => {
  test('on any round trip, with any amount, prices and fee, and Candor loses nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        route,
        anyAmount,
        anyPrices,
        anyRate,
        (start, between, begin, prices, feeRate) => {
          const stops = [...between, start].filter((stop, at, all) => stop !== (all[at - 1] ?? start));
          let held = begin;
          let at = start;
          for (const to of stops) {
            const exchange = planned(at, to, { amount: held, prices, feeRate });
            if (exchange === undefined) return;
            const postings = exchangePostings(exchange);
            expect([...sumsByCurrency(postings).values()].every((sum) => sum === 0n)).toBe(true);
            expect(of(postings, 'rounding')).toBeGreaterThanOrEqual(0n);
            expect(of(postings, 'fees')).toBeGreaterThanOrEqual(0n);
            held = exchange.toAmount;
            at = to;
          }
          expect(held).toBeLessThanOrEqual(begin);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test('in any sequence of two or three exchanges, with any amount', () => {
    const cheap: Prices = {
      BTC: { bid: 7n, ask: 7n },
      ETH: { bid: ONE + 1n, ask: ONE + 1n },
      DOGE: { bid: 3n * ONE - 1n, ask: 3n * ONE - 1n },
    };
    const ways = currencies.flatMap((one) =>
      currencies.flatMap((two) => [[one, two, one], ...currencies.map((three) => [one, two, three, one])]),
    );
    let best = 0n;
    for (const way of ways.filter((stops) => stops.every((stop, at) => stop !== stops[at - 1]))) {
      for (let begin = 1n; begin <= 2000n; begin += 1n) {
        let held: Amount | undefined = begin;
        for (let at = 1; at < way.length && held !== undefined; at += 1) {
          const given: Amount = held;
          held = planned(way[at - 1] as string, way[at] as string, {
            ...{ amount: given, prices: cheap, feeRate: 0n },
          })?.toAmount;
        }
        if (held !== undefined && held - begin > best) best = held - begin;
      }
    }
    expect(best).toBe(0n);
  });

  test('by splitting an exchange into parts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.constantFrom(...currencies),
        fc.array(anyAmount, { minLength: 2, maxLength: 20 }),
        anyPrices,
        (from, to, parts, prices) => {
          if (from === to) return;
          const brought = (given: Amount): Amount =>
            planned(from, to, { amount: given, prices })?.toAmount ?? 0n;
          const apart = parts.reduce((sum, part) => sum + brought(part), 0n);
          const whole = parts.reduce((sum, part) => sum + part, 0n);
          expect(apart).toBeLessThanOrEqual(brought(whole));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('in 100,000 round trips of tiny amounts, whose differences sum to the balance of the rounding account', () => {
    const house = { fees: 0n, rounding: 0n };
    const held = new Map([['USDT', amount('1000')]]);
    let seed = 12_345n;
    let refused = 0;
    let differences = 0n;
    for (let count = 0; count < 100_000; count += 1) {
      seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
      const from = currencies[Number((seed >> 33n) % 4n)] as string;
      const to = currencies[Number((seed >> 40n) % 4n)] as string;
      const given = 1n + ((seed >> 20n) % 1_000_000n);
      if (from === to || (held.get(from) ?? 0n) < given) continue;
      const exchange = planned(from, to, { amount: given });
      if (exchange === undefined) {
        refused += 1;
        continue;
      }
      const postings = exchangePostings(exchange);
      house.fees += of(postings, 'fees');
      house.rounding += of(postings, 'rounding');
      held.set(from, (held.get(from) ?? 0n) - given);
      held.set(to, (held.get(to) ?? 0n) + exchange.toAmount);
      differences += differenceOf(exchange);
    }
    expect(refused).toBeGreaterThan(1000);
    // USDT is posted in whole units, within one unit per leg and fee of the exact differences.
    expect(house.rounding * ONE).toBe(differences);
    expect(house.fees).toBeGreaterThan(0n);
    const worth = [...held].reduce(
      (sum, [currency, value]) =>
        sum + (currency === 'USDT' ? value * ONE : value * (usual[currency]?.bid ?? 0n)),
      0n,
    );
    expect(worth + (house.fees + house.rounding) * ONE).toBeLessThanOrEqual(amount('1000') * ONE);
  });
});

/**
 * The value that a customer gave minus the value received and the exact fee, in 10⁻¹⁶ USDT. It is computed by leg from the
 * amounts moved, each rounded to the unit that the inventory posts.
 */
function differenceOf({ from, to, fromAmount, toAmount, feeRate }: Exchange): bigint {
  const ceil = (value: bigint): bigint => ((value + ONE - 1n) / ONE) * ONE;
  const floor = (value: bigint): bigint => (value / ONE) * ONE;
  const bid = usual[from]?.bid ?? 0n;
  const ask = usual[to]?.ask ?? 0n;
  const gave = from === 'USDT' ? fromAmount * ONE : ceil(fromAmount * bid);
  const value = from === 'USDT' ? fromAmount : (fromAmount * bid) / ONE;
  const got = to === 'USDT' ? toAmount * ONE : floor(toAmount * ask);
  return gave - got - floor(value * feeRate);
}

test.each([
  ['the same prices', '20000', '20010', true],
  ['prices higher by 0.05 per cent', '20010', '20020', true],
  ['prices higher by slightly more than 0.1 per cent', '20021', '20031', false],
  ['prices lower by 0.05 per cent', '19990', '20000', true],
  ['prices lower by slightly more than 0.1 per cent', '19979', '19989', false],
])('honours or refuses a firm quote at %s', (_, bid, ask, holds) => {
  const prices = { bid: amount('20000'), ask: amount('20010') };
  for (const [from, to] of [
    ['USDT', 'BTC'],
    ['BTC', 'USDT'],
  ] as const) {
    const given = { from, to, amount: amount('100'), feeRate: amount('0.002') };
    const quoted = planExchange({ ...given, prices });
    if (quoted === undefined) throw new Error('expected an exchange, found none');
    expect(stillHolds(quoted, { bid: amount(bid), ask: amount(ask) })).toBe(holds);
  }
});

test('gives no gain to a customer who executes only favourable firm quotes', () => {
  fc.assert(
    fc.property(fc.bigInt(10n ** 9n, 10n ** 13n), fc.integer({ min: -300, max: 300 }), (price, moved) => {
      const given = { from: 'USDT', to: 'BTC', amount: 10n ** 12n, feeRate: amount('0.002') };
      const quoted = planExchange({ ...given, prices: { bid: price, ask: price } });
      if (quoted === undefined) return;
      const now = (price * BigInt(100_000 + moved)) / 100_000n;
      if (!stillHolds(quoted, { bid: now, ask: now })) return;
      expect((quoted.toAmount * now) / 10n ** 8n).toBeLessThan(given.amount);
    }),
  );
});
