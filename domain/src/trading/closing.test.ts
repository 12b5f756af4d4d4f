/** Closing a position fully or partly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount, ONE } from '../money/amount.ts';
import type { ClosablePosition, Closing, Settlement } from './closing.ts';
import { closePosition, settleClosing } from './closing.ts';

const coin = { contractSize: ONE, contractFeeRate: amount('0.0005') };
const long: ClosablePosition = {
  side: 'long',
  quantity: amount('1'),
  entryPrice: amount('20000'),
  rate: ONE,
  margin: amount('2000'),
  initialMargin: amount('2000'),
  financing: amount('6'),
};

test.each([
  ['a gain', '1', '21000', '2000', '983.5', '0'],
  ['a loss', '1', '19500', '1484.25', '0', '0'],
  ['a liquidation', '1', '19006', '990.497', '0', '0'],
  ['a loss beyond the margin', '1', '17000', '0', '0', '1014.5'],
  ['a quarter of a gain', '0.25', '21000', '500', '245.875', '0'],
] as const)(
  'closes %s: %s at %s returns %s, gains %s, and leaves %s to Candor',
  (_name, quantity, price, ...expected) => {
    const { settlement } = closePosition(coin, long, { quantity: amount(quantity), price: amount(price) });
    const { returned, gained, shortfall } = settlement;
    expect([returned, gained, shortfall].map(formatAmount)).toEqual(expected);
  },
);

test('releases the margin in proportion to the closed part, and keeps the rest for the open part', () => {
  const { rest, marginReleased, financing } = closePosition(coin, long, {
    quantity: amount('0.3'),
    price: amount('20500'),
  });
  expect([marginReleased, financing].map(formatAmount)).toEqual(['600', '1.8']);
  expect(Object.values(rest).map(formatAmount)).toEqual(['0.7', '1400', '1400', '4.2']);
});

test.each(['0', '-0.1', '1.00000001'])(
  'throws on closing a quantity of %s of a position of 1',
  (quantity) => {
    expect(() => closePosition(coin, long, { quantity: amount(quantity), price: ONE })).toThrow(
      'expected a quantity',
    );
  },
);

const sumOf = (settled: Settlement) =>
  settled.returned +
  settled.gained +
  settled.trading +
  settled.fees +
  settled.interest +
  settled.rounding -
  settled.shortfall -
  settled.margin;

const money = (max: bigint) => fc.bigInt({ min: 0n, max });
const units = fc.constantFrom(0n, 1n);

test('returns amounts that sum to zero, pays no negative amount, and has a shortfall only if the customer is paid nothing', () => {
  fc.assert(
    fc.property(
      fc.record({
        margin: money(10n ** 15n),
        pnl: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        pnlRounding: units,
        fee: fc.bigInt({ min: 1n, max: 10n ** 12n }),
        feeRounding: units,
        financing: money(10n ** 12n),
      }),
      (parts) => {
        const settled = settleClosing(parts);
        expect(sumOf(settled)).toBe(0n);
        const { returned, gained, shortfall, fees } = settled;
        expect([returned, gained, shortfall, fees].every((value) => value >= 0n)).toBe(true);
        expect(returned).toBeLessThanOrEqual(parts.margin);
        if (gained > 0n) expect(returned).toBe(parts.margin);
        if (shortfall > 0n) expect(returned + gained).toBe(0n);
      },
    ),
  );
});

const sizes = fc.constantFrom(ONE, 100n * ONE, 5_000n * ONE, 100_000n * ONE);
const positions = fc.record({
  side: fc.constantFrom<'long' | 'short'>('long', 'short'),
  quantity: fc.bigInt({ min: 1n, max: 10n ** 10n }),
  entryPrice: fc.bigInt({ min: 1n, max: 10n ** 13n }),
  rate: fc.bigInt({ min: 1n, max: 2n * ONE }),
  margin: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  initialMargin: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  financing: money(10n ** 12n),
});
/** Closes the given shares (each in 10⁻⁸ of the open quantity), and then the remaining quantity. */
function closeInParts(
  terms: { readonly contractSize: bigint; readonly contractFeeRate: bigint },
  position: ClosablePosition,
  plan: { readonly price: bigint; readonly shares: readonly bigint[] },
): Closing[] {
  let open = position;
  const closings: Closing[] = [];
  const close = (quantity: bigint) => {
    if (quantity <= 0n || open.quantity === 0n) return;
    const closing = closePosition(terms, open, { quantity, price: plan.price });
    closings.push(closing);
    open = { ...open, ...closing.rest };
  };
  for (const share of plan.shares) close((open.quantity * share) / ONE);
  close(open.quantity);
  return closings;
}
const total = (closings: readonly Closing[], of: (closing: Closing) => bigint) =>
  closings.reduce((sum, closing) => sum + of(closing), 0n);
const paid = ({ settlement }: Closing) => settlement.returned + settlement.gained;
/** Prices near the entry are as frequent as distant ones, so that both partial and total losses of the margin occur. */
const moves = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 13n }).map((price) => () => price),
  fc.bigInt({ min: 90n, max: 110n }).map((part) => (entry: bigint) => (entry * part) / 100n + 1n),
);
const shares = fc.array(fc.bigInt({ min: 1n, max: ONE }), { maxLength: 4 });

test('returns amounts that sum to zero for each part, and settles exactly the margin and the financing over all parts', () => {
  fc.assert(
    fc.property(sizes, positions, moves, shares, (contractSize, position, move, parts) => {
      const price = move(position.entryPrice);
      const closings = closeInParts({ ...coin, contractSize }, position, { price, shares: parts });
      for (const { settlement, rest, marginReleased } of closings) {
        expect(sumOf(settlement)).toBe(0n);
        expect(settlement.returned >= 0n && settlement.gained >= 0n && settlement.shortfall >= 0n).toBe(true);
        if (settlement.shortfall > 0n) expect(rest.margin).toBe(0n);
        expect([rest.margin, rest.financing, rest.initialMargin].every((left) => left >= 0n)).toBe(true);
        expect(settlement.margin).toBe(marginReleased);
      }
      expect(total(closings, (closing) => closing.marginReleased)).toBe(position.margin);
      expect(total(closings, (closing) => closing.financing)).toBe(position.financing);
      expect(closings.at(-1)?.rest).toEqual({ quantity: 0n, margin: 0n, initialMargin: 0n, financing: 0n });
    }),
  );
});

test('never pays more for a position closed in parts than the position is worth', () => {
  fc.assert(
    fc.property(sizes, positions, moves, shares, (contractSize, position, move, parts) => {
      const price = move(position.entryPrice);
      const sized = { ...coin, contractSize };
      const whole = closePosition(sized, position, { quantity: position.quantity, price });
      const closings = closeInParts(sized, position, { price, shares: parts });
      const brought = total(closings, paid);
      // Exact, in units of 10⁻⁴⁰ USDT, before any rounding of profit and fee.
      const scale = ONE ** 4n;
      const direction = position.side === 'long' ? price - position.entryPrice : position.entryPrice - price;
      const size = position.quantity * contractSize * position.rate;
      const worth =
        (position.margin - position.financing) * scale +
        size * direction * ONE -
        size * price * coin.contractFeeRate;
      expect(brought * scale).toBeLessThanOrEqual(worth > 0n ? worth : 0n);
      if (total(closings, (closing) => closing.settlement.shortfall) === 0n)
        expect(brought).toBeLessThanOrEqual(paid(whole));
      expect(brought - paid(whole)).toBeLessThanOrEqual(2n);
    }),
  );
});

test("rounds a part's financing up and its margin down, each by less than a unit, unless the part's loss needs more margin", () => {
  fc.assert(
    fc.property(sizes, positions, moves, (contractSize, position, move) => {
      const open = position.quantity;
      const quantity = (open + 2n) / 3n;
      const price = move(position.entryPrice);
      const closing = closePosition({ ...coin, contractSize }, position, { quantity, price });
      const over = closing.financing * open - position.financing * quantity;
      expect(over >= 0n && over < open).toBe(true);
      const under = position.margin * quantity - closing.marginReleased * open;
      expect(under < open).toBe(true);
      if (under < 0n) expect(paid(closing)).toBe(0n);
      const initialOver = closing.rest.initialMargin * open - position.initialMargin * (open - quantity);
      expect(initialOver >= 0n && initialOver < open).toBe(true);
    }),
  );
});
