/** The command that pays a share. It specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import { gateNeed } from '../../identity/gates.ts';
import { decidePaying } from './rules.ts';
import type { Paying } from './rules.ts';
import { REFERRAL_TOLD_ID, referralTold, rewards } from './tables.ts';

export const payReward = command({
  name: 'referral.pay',
  gather: ({ id }: Paying) => ({
    balances: [['spot', 'USDT']],
    house: [
      ['referral', 'USDT'],
      ['fees', 'USDT'],
    ],
    rows: [gateNeed, { table: of(rewards), id }, { table: of(referralTold), id: REFERRAL_TOLD_ID }],
  }),
  decide: decidePaying,
});
