/** Wallets of customers, and starting over with play money in a demo. */
import { booksWithout } from '../../ledger/books-without.ts';
import { feature } from '../../platform/feature.ts';
import { grantDemo } from './grant.ts';
import { walletsHandlers } from './handlers.ts';

export const walletsFeature = feature({
  name: 'wallets',
  seedDemo: async ({ pool, opening }) => {
    for (const customer of await booksWithout(pool, 'demo_grant')) await opening.grant(customer);
  },
  reexecution: () => ({ commands: [grantDemo], effectsAlone: ['demo.start_over'] }),
  serve: (platform, { startOver }) => ({
    calls: walletsHandlers({ ...platform, startOverParts: startOver }),
  }),
});
