/** States only half of the amount that the house owes a customer. */
import type { Fraud } from '../crime.ts';
import { restate } from '../restated-liabilities.ts';

export const hiddenDebt: Fraud = {
  name: 'hidden-debt',
  says: 'States half of what the house owes a customer, in a tree whose sums all agree.',
  foundBy: ['liability_differs'],
  commit: (crime) =>
    restate(
      crime,
      `update liability_claim set held = trunc(held / 2, 8) where statement = of_statement and book = ${crime.victims[1]?.book}`,
    ),
};
