/** Take-profit, stop-loss, profit lock and trailing distance. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import type { Levels } from './levels.ts';
import { checkLevels, stopKind } from './levels.ts';

const terms = { tickSize: amount('0.5') };
type Row = readonly ['long' | 'short', string, string, keyof Levels, string, string];
const [tp, sl, lock, trail] = ['takeProfit', 'stopLoss', 'profitLock', 'trailing'] as const;
const wrong = { [tp]: 'take_profit_wrong take_profit', [sl]: 'stop_loss_wrong stop_loss' } as const;
const lockWrong = 'profit_lock_wrong profit_lock';
const trailWrong = 'trailing_wrong trailing';

// Side, entry price, current closing price, kind of level, level.
const rows: readonly Row[] = [
  ['long', '100', '99.5', tp, '100.5', 'ok'],
  ['long', '100', '99.5', tp, '100', 'ok'],
  ['long', '100', '99.5', tp, '99.5', wrong[tp]],
  ['long', '100', '110', tp, '110', 'ok'],
  ['long', '100', '110', tp, '109.5', wrong[tp]],
  ['long', '100', '99.5', tp, '0', wrong[tp]],
  ['long', '100', '99.5', tp, '100.25', 'price_off_tick take_profit'],
  ['long', '100', '99.5', tp, '1000000000000.5', 'price_above_maximum take_profit'],
  ['long', '100', '99.5', sl, '99.5', 'ok'],
  ['long', '100', '99.5', sl, '100', wrong[sl]],
  ['long', '100', '110', sl, '100', 'ok'],
  ['long', '100', '110', sl, '100.5', wrong[sl]],
  ['long', '100', '110', sl, '0', wrong[sl]],
  ['long', '100', '110', lock, '100.5', 'ok'],
  ['long', '100', '110', lock, '109.5', 'ok'],
  ['long', '100', '110', lock, '100', lockWrong],
  ['long', '100', '110', lock, '110', lockWrong],
  ['long', '100', '90', lock, '95', lockWrong],
  ['long', '100', '110', lock, '0', lockWrong],
  ['long', '100', '110', trail, '0.5', 'ok'],
  ['long', '100', '110', trail, '0', trailWrong],
  ['long', '100', '110', trail, '0.3', 'price_off_tick trailing'],
  ['long', '100', '110', trail, '109.5', 'ok'],
  ['long', '100', '110', trail, '110', trailWrong],
  ['short', '100', '100.5', tp, '99.5', 'ok'],
  ['short', '100', '100.5', tp, '100', 'ok'],
  ['short', '100', '100.5', tp, '100.5', wrong[tp]],
  ['short', '100', '90', tp, '90', 'ok'],
  ['short', '100', '90', tp, '90.5', wrong[tp]],
  ['short', '100', '100.5', tp, '0', wrong[tp]],
  ['short', '100', '100.5', sl, '100.5', 'ok'],
  ['short', '100', '100.5', sl, '100', wrong[sl]],
  ['short', '100', '90', sl, '100', 'ok'],
  ['short', '100', '90', sl, '99.5', wrong[sl]],
  ['short', '100', '90', sl, '0', wrong[sl]],
  ['short', '100', '90', lock, '99.5', 'ok'],
  ['short', '100', '90', lock, '100', lockWrong],
  ['short', '100', '90', lock, '90', lockWrong],
  ['short', '100', '110', lock, '105', lockWrong],
  // For a resting order, both prices are its limit.
  ['long', '100', '100', tp, '100', 'ok'],
  ['long', '100', '100', tp, '99.5', wrong[tp]],
  ['long', '100', '100', sl, '100.5', wrong[sl]],
  ['long', '100', '100', lock, '100', lockWrong],
  ['short', '100', '100', tp, '100.5', wrong[tp]],
  ['short', '100', '100', sl, '99.5', wrong[sl]],
];
test.each(rows)(
  'accepts or refuses, for a %s from %s at a current price of %s, a %s at %s: %s',
  (side, entry, current, level, value, expected) => {
    const basis = { side, entryPrice: amount(entry), currentPrice: amount(current) };
    const checked = checkLevels(terms, basis, { [level]: amount(value) });
    expect(checked.ok ? 'ok' : `${checked.refusal.code} ${checked.refusal.field}`).toBe(expected);
  },
);

const held = { side: 'long', entryPrice: amount('100'), currentPrice: amount('110') } as const;

test('ignores absent and null levels, and accepts every combination except two stops', () => {
  expect(checkLevels(terms, held, {}).ok).toBe(true);
  const none = { takeProfit: null, stopLoss: null, profitLock: null, trailing: null };
  expect(checkLevels(terms, held, none).ok).toBe(true);
  const levels = { takeProfit: amount('120'), profitLock: amount('105'), trailing: amount('2') };
  expect(checkLevels(terms, held, levels)).toEqual({ ok: true, value: levels });
  const both = checkLevels(terms, held, { ...levels, stopLoss: amount('90') });
  expect(both).toMatchObject({ ok: false, refusal: { code: 'profit_lock_wrong', field: 'profit_lock' } });
});

test('includes in the refusal the prices with which the level was compared', () => {
  const checked = checkLevels(terms, held, { takeProfit: amount('105') });
  const refusal = {
    code: 'take_profit_wrong',
    field: 'take_profit',
    params: { entry: '100', current: '110' },
  };
  expect(checked).toEqual({ ok: false, refusal });
});

test('accepts a level of a short if and only if it accepts the mirrored level of a long', () => {
  const centre = amount('1000');
  const ticks = fc.bigInt({ min: 1n, max: 1999n }).map((count) => count * terms.tickSize);
  const kinds = fc.constantFrom(tp, sl, lock);
  fc.assert(
    fc.property(ticks, ticks, ticks, kinds, (entryPrice, currentPrice, level, kind) => {
      const long = checkLevels(terms, { side: 'long', entryPrice, currentPrice }, { [kind]: level });
      const mirrored = {
        side: 'short',
        entryPrice: centre - entryPrice,
        currentPrice: centre - currentPrice,
      } as const;
      const short = checkLevels(terms, mirrored, { [kind]: centre - level });
      expect(short.ok).toBe(long.ok);
    }),
  );
});

test.each([
  ['long', '100', 'loss'],
  ['long', '100.5', 'lock'],
  ['short', '100', 'loss'],
  ['short', '99.5', 'lock'],
] as const)('classifies a stop of a %s with an entry price of 100 at %s as a %s', (side, stop, expected) => {
  const basis = { side, entryPrice: amount('100'), currentPrice: amount('100') };
  expect(`${stopKind(basis, amount(stop))} ${formatAmount(amount(stop))}`).toBe(`${expected} ${stop}`);
});
