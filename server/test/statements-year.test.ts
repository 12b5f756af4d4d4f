/** The leap year 2016 and the weeks around it on the real server, recomputed independently, to the unit. */
import { costKinds } from '@candor/protocol/statements/kinds.ts';
import { recordGroups } from '@candor/protocol/wallets/record-kinds.ts';
import { statementsOfAYear } from './testing/year-cases.ts';

statementsOfAYear({
  ...{ seed: 'a leap year', from: '2015-12-14', to: '2017-01-10', everyDays: 6, actsEach: 8, fund: true },
  ...{ groups: recordGroups, costs: costKinds },
});
