/** The no-lever allowlist of the feature `watchlists`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET watchlists': ['person', ''],
    'POST watchlists': ['person', 'items items.name items.symbols version'],
  },
  columns: {
    watchlists: { whose: 'customer', works: 'version' },
    watchlist: { whose: 'customer', works: 'place', asked: 'name symbols' },
  },
  tables: { watchlists: 'door', watchlist: 'door' },
  rights: [
    {
      because: 'lists of instruments that customers make for themselves, which nothing else reads',
      may: 'select insert update delete',
      on: 'watchlists watchlist',
    },
  ],
  functions: { 'definer watchlists_of_closed()': 'guards' },
  triggers: { 'customer.watchlists_of_closed': 'deletes the lists of a closed account' },
};
