/** Every instrument in the catalogue has consistent contract terms. */
import { amount, ONE } from '@candor/domain/money/amount.ts';
import { notionalOf, openingCost } from '@candor/domain/trading/contract.ts';
import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';

test('allows leveraged trading of all twenty-two instruments', () => {
  expect(catalogue).toHaveLength(22);
});

test.each(catalogue.map((listing) => [listing.instrument.symbol, listing] as const))(
  'has consistent limits, fees and leverages for %s',
  (_symbol, { instrument, behaviour, spread }) => {
    const { contractStep, contractMin, contractMax, leverages, tickSize, pipSize } = instrument;
    expect(contractStep > 0n && contractMin >= contractStep && contractMax > contractMin).toBe(true);
    expect([contractMin % contractStep, contractMax % contractStep]).toEqual([0n, 0n]);
    expect(pipSize % tickSize).toBe(0n);
    expect(leverages).toEqual([...leverages].sort((one, other) => one - other));
    expect(leverages.every((leverage) => Number.isInteger(leverage) && leverage > 1)).toBe(true);
    expect(instrument.contractFeeRate).toBe(amount('0.0005'));
    for (const rate of [instrument.financingLongRate, instrument.financingShortRate])
      expect(rate > 0n && rate < amount('0.001')).toBe(true);
    const price = amount(behaviour.startPrice.toFixed(5));
    const rate = instrument.quote === 'JPY' ? amount('0.0066') : ONE;
    const least = openingCost(instrument, { quantity: contractMin, price, rate, leverage: 2 });
    expect(least.notional > ONE && least.notional < amount('5000')).toBe(true);
    expect(notionalOf(instrument, { quantity: contractMax, price, rate })).toBeGreaterThan(amount('200000'));
    // A position opened at the highest leverage must not be liquidated immediately, so the spread must be less than half the
    // margin.
    const highest = BigInt(leverages.at(-1) ?? 1);
    expect(spread * 2n * highest).toBeLessThan(price);
  },
);
