/** Withdrawals, listed and decided. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { WithdrawalCase } from './withdrawal-case.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/withdrawals', at: 60, name: 'frame.place.withdrawals', needs: 'GET withdrawals', letter: 'w' },
  ],
  lists: { withdrawals: WithdrawalList },
  cases: { withdrawal: WithdrawalCase },
};
