/** Proposals of operators, and the form that makes one. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { ProposalCase } from './proposal-case.tsx';
import { ProposalList } from './proposal-list.tsx';
import { ProposePage } from './propose-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/proposals', at: 90, name: 'frame.place.proposals', needs: 'GET proposals', letter: 'p' },
  ],
  lists: { proposals: ProposalList },
  pages: { '/propose': ProposePage },
  cases: { proposal: ProposalCase },
};
