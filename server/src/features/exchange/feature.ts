/** Exchanging one coin for another at a firm quote. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import { instruments } from '../../quotes/catalogue.ts';
import * as commands from './commands.ts';
import { exchangeHandlers } from './handlers.ts';
import { exchangeInvariants } from './invariants.ts';
import { exchangeQuotes } from './tables.ts';
import { exchangeTimeline } from './timeline.ts';

export const exchangeFeature = feature({
  name: 'exchange',
  invariants: exchangeInvariants,
  timelineItems: [exchangeTimeline],
  reexecution: () => ({
    commands: Object.values(commands),
    tables: [of(exchangeQuotes)],
    supplied: (terms, { creditStakes: stakes }) => ({
      instruments,
      termsAt: terms.exchange.bind(terms),
      stakes,
    }),
  }),
  serve: (platform) => ({ calls: exchangeHandlers(platform) }),
});
