/** API calls for a customer's lists of instruments. */
import { call } from '../call.ts';
import { none } from '../fields.ts';
import * as watchlists from './schemas.ts';

export const watchlistsCalls = {
  'GET watchlists': call({
    who: 'customer',
    reference: { section: 'Watchlists', title: 'List watchlists' },
    summary: 'The customer’s watchlists, in their order. `version` is 0 if none was ever saved.',
    input: none,
    output: watchlists.watchlists,
    refusals: [],
    idempotent: false,
    reads: ['watchlists'],
  }),
  'POST watchlists': call({
    who: 'customer',
    reference: {
      section: 'Watchlists',
      title: 'Save watchlists',
      fields: {
        version: { about: 'The version on which the change is based; 0 if no list was ever saved.', like: 0 },
        items: { about: 'All lists in their order, each with its name and its instruments.' },
      },
      examples: {
        two: {
          summary: 'The favourites and a second list',
          value: {
            version: 3,
            items: [
              { name: '', symbols: ['BTC/USDT'] },
              { name: 'Metals', symbols: ['XAU/USD', 'XAG/USD'] },
            ],
          },
        },
      },
    },
    summary:
      'Replaces all watchlists, so that one call adds, renames, moves or deletes. It is based on a version and refused if there is a newer one.',
    input: watchlists.watchlistsInput,
    output: watchlists.watchlists,
    refusals: ['pair_not_found', 'watchlists_changed'],
    idempotent: false,
    twice: 'a repeat names a version that is no longer the newest',
    storesMore: true,
    whenFrozen: true,
    touches: ['watchlists'],
  }),
};
