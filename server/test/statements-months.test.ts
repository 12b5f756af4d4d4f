/**
 * Days around a year's end on the real server, in which customers use every product but the fund, recomputed independently, to
 * the unit. The whole year is in `statements-year.test.ts`.
 */
import { costKinds } from '@candor/protocol/statements/kinds.ts';
import { recordGroups } from '@candor/protocol/wallets/record-kinds.ts';
import { statementsOfAYear } from './testing/year-cases.ts';

/** Kinds that do not occur in these days. No loan becomes overdue in them. */
const LATER = ['fund', 'referral', 'fund_exit_fee', 'loan_fee'];

statementsOfAYear({
  ...{ seed: 'two Januaries', from: '2015-12-28', to: '2016-01-07', everyDays: 5, actsEach: 16, fund: false },
  groups: recordGroups.filter((group) => !LATER.includes(group)),
  costs: costKinds.filter((kind) => !LATER.includes(kind)),
});
