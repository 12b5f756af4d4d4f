/** Loans, listed and decided. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { LoanCase } from './loan-case.tsx';
import { LoanList } from './loan-list.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/loans', at: 80, name: 'frame.place.loans', needs: 'GET loans', letter: 'n' }],
  lists: { loans: LoanList },
  cases: { loan: LoanCase },
};
