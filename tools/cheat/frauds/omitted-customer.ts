/** Omits a customer from the house's statement of its liabilities. */
import type { Fraud } from '../crime.ts';
import { restate } from '../restated-liabilities.ts';

export const omittedCustomer: Fraud = {
  name: 'omitted-customer',
  says: 'Leaves a customer out of the tree of liabilities, so that the house seems to owe less than it holds.',
  foundBy: ['liability_missing'],
  commit: (crime) =>
    restate(
      crime,
      `delete from liability_claim where statement = of_statement and book = ${crime.victims[0]?.book}`,
    ),
};
