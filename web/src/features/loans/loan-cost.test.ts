/** The loan calculator: its result equals the amounts that the ledger would charge. */
import { expect, test } from 'vitest';
import { loanOffer } from './loan-cost.ts';

const config = {
  ...{ min: '1000', max: '50000', days: [7, 15, 30, 60, 90] },
  ...{ daily_rate: '0.05', overdue_rate: '0.1', overdue_cap: '20' },
};

test('computes the cost of 1,000 for 30 days at 0.05 % a day', () => {
  expect(loanOffer({ amount: '1000', days: '30' }, config)).toEqual({
    problem: undefined,
    cost: {
      ...{ amount: '1000', days: 30, interestADay: '0.5', interest: '15', total: '1015', apr: '18.25' },
      // A thousandth of the 1,015 unpaid at that time.
      ...{ firstFee: '1.015', feesMax: '200' },
    },
  });
});

test("rounds a day's interest up to the last decimal place", () => {
  const { cost } = loanOffer({ amount: '1000.00000001', days: '7' }, config);
  expect(cost).toMatchObject({ interestADay: '0.50000001', interest: '3.50000007', total: '1003.50000008' });
});

test.each([
  ['', '30', 'amount_missing'],
  ['0', '30', 'amount_missing'],
  ['999.99999999', '30', 'out_of_range'],
  ['1000', '', 'days_missing'],
  ['1000', '31', 'days_missing'],
  ['1000', '7', undefined],
  ['50000', '90', undefined],
  ['50000.00000001', '90', 'out_of_range'],
] as const)('accepts a loan of "%s" for "%s" days or reports its problem: %s', (amount, days, problem) => {
  const offer = loanOffer({ amount, days }, config);
  expect(offer.problem).toBe(problem);
  expect(offer.cost === undefined).toBe(problem !== undefined);
});
