/** Deposits, listed and decided. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { DepositCase } from './deposit-case.tsx';
import { DepositList } from './deposit-list.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/deposits', at: 50, name: 'frame.place.deposits', needs: 'GET deposits', letter: 'i' }],
  lists: { deposits: DepositList },
  cases: { deposit: DepositCase },
};
