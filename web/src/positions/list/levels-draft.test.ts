/** The draft of a position's levels. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import type { Position } from '../../live/position-list.ts';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { coinTerms } from '../testing/toy-terms.ts';
import type { LevelsDraft } from './levels-draft.ts';
import { levelsSet, movedLevels, readLevels } from './levels-draft.ts';

const quote = { bid: '60600', ask: '60610' };
const read = (draft: Partial<LevelsDraft>, position: Position = toyPosition()) =>
  readLevels({ ...levelsSet(position), ...draft }, { position, terms: coinTerms, quote });

test('returns no request when nothing changed', () => {
  expect(read({}).request).toBeUndefined();
  const set = toyPosition({ take_profit: '62000', stop_loss: '59000', trailing: '500' });
  expect(read({ takeProfit: '62000.0' }, set).request).toBeUndefined();
});

test('sends only the levels that changed', () => {
  const set = toyPosition({ take_profit: '62000', trailing: '500' });
  expect(read({ takeProfit: '63000' }, set).request).toEqual({ id: '7', take_profit: '63000' });
  expect(read({ takeProfit: '', stop: '59000' }, set).request).toEqual({
    id: '7',
    take_profit: null,
    stop_loss: '59000',
  });
});

test('sends only the moved level, even if another level changed since the line was moved', () => {
  const begun = toyPosition({ take_profit: '62000', stop_loss: '59000' });
  const draft = { ...levelsSet(begun), takeProfit: '63000' };
  const now = toyPosition({ take_profit: '62000', stop_loss: '59800', trailing: '500' });
  expect(read(movedLevels(draft, now, 'takeProfit'), now).request).toEqual({ id: '7', take_profit: '63000' });
});

test.each([
  ['long', '59000', 'loss', { stop_loss: '59000' }],
  ['long', '60000', 'loss', { stop_loss: '60000' }],
  ['long', '60300', 'lock', { profit_lock: '60300' }],
  ['short', '61000', 'loss', { stop_loss: '61000' }],
] as const)('treats the stop of a %s at %s as the kind "%s"', (side, stop, kind, sent) => {
  const view = read({ stop }, toyPosition({ side }));
  expect(view.stopIs).toBe(kind);
  expect(view.request).toEqual({ id: '7', ...sent });
});

test('sends the kind of the existing stop when the stop is removed', () => {
  expect(read({ stop: '' }, toyPosition({ profit_lock: '60300' })).request).toEqual({
    id: '7',
    profit_lock: null,
  });
  expect(read({ stop: '' }, toyPosition({ stop_loss: '59000' })).request).toEqual({
    id: '7',
    stop_loss: null,
  });
});

test('computes the result at each level after the fee, with the loss limited to the margin', () => {
  const brings = (draft: Partial<LevelsDraft>, field: keyof LevelsDraft) => {
    const value = read(draft)[field].brings;
    return value === undefined ? undefined : formatAmount(value);
  };
  // Half a coin gains 1,000 on a rise by 2,000, and the fee is 0.05% of 31,000.
  expect(brings({ takeProfit: '62000' }, 'takeProfit')).toBe('984.5');
  expect(brings({ stop: '59000' }, 'stop')).toBe('-514.75');
  expect(brings({ stop: '50000' }, 'stop')).toBe('-1500');
  // At a bid of 60,600, a distance of 600 closes at the entry.
  expect(brings({ trailing: '600' }, 'trailing')).toBe('-15');
});

test('warns about a stop beyond the liquidation price', () => {
  const beyond = (draft: Partial<LevelsDraft>, field: keyof LevelsDraft) =>
    read(draft)[field].isBeyondCloseOut;
  // The toy position is liquidated at 58,500.
  expect([beyond({ stop: '58500' }, 'stop'), beyond({ stop: '58501' }, 'stop')]).toEqual([true, false]);
  expect([beyond({ trailing: '2100' }, 'trailing'), beyond({ trailing: '2000' }, 'trailing')]).toEqual([
    true,
    false,
  ]);
  const short = toyPosition({ side: 'short', liquidation_price: '61500' });
  expect(read({ stop: '62000' }, short).stop.isBeyondCloseOut).toBe(true);
  expect(read({ stop: '50000' }, toyPosition({ liquidation_price: null })).stop.isBeyondCloseOut).toBe(false);
});

test.each([
  [{ takeProfit: '60500' }, 'takeProfit', 'take_profit_wrong'],
  [{ takeProfit: '0' }, 'takeProfit', 'take_profit_wrong'],
  [{ stop: '60700' }, 'stop', 'profit_lock_wrong'],
  [{ stop: '0' }, 'stop', 'stop_loss_wrong'],
  [{ trailing: '70000' }, 'trailing', 'trailing_wrong'],
  [{ takeProfit: '61000.005' }, 'takeProfit', 'price_off_tick'],
] as const)('rejects the levels %j with the problem at its field', (draft, field, code) => {
  const view = read(draft);
  expect(view[field].problem?.code).toBe(code);
  expect(view.request).toBeUndefined();
});

test('accepts an unchanged level that the price has passed', () => {
  const passed = toyPosition({ stop_loss: '60700' });
  expect(read({ trailing: '500' }, passed).request).toEqual({ id: '7', trailing: '500' });
});

test("compares an open order's levels with its limit, and rejects a profit lock", () => {
  const resting = toyPosition({ status: 'pending', entry_price: null, open_quantity: '0', price: '58000' });
  expect(read({ stop: '57000', takeProfit: '58500' }, resting).request).toEqual({
    id: '7',
    take_profit: '58500',
    stop_loss: '57000',
  });
  expect(read({ stop: '58500' }, resting).stop.problem?.code).toBe('stop_loss_wrong');
  expect(formatAmount(read({ takeProfit: '59000' }, resting).takeProfit.brings ?? 0n)).toBe('485.25');
});
