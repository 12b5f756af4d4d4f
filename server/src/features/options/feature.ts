/** Fixed-time options: tickets on the direction of a price until expiry. */
import { of } from '../../commands/command.ts';
import { limits } from './limits.ts';
import { feature } from '../../platform/feature.ts';
import { instruments } from '../../quotes/catalogue.ts';
import * as commands from './commands.ts';
import { optionEvidence } from './evidence.ts';
import { optionSymbols, optionsHandlers } from './handlers.ts';
import { optionsIncome } from './income.ts';
import { optionInvariants } from './invariants.ts';
import { exposureCounter } from './money.ts';
import { openExposureCounters } from './store.ts';
import { tickets } from './tables.ts';
import { optionsTimeline } from './timeline.ts';
import { optionTriggers, optionsCreditStakes, optionsStartOver } from './triggers.ts';
import { ticketView } from './view.ts';

export const optionsFeature = feature({
  name: 'options',
  invariants: optionInvariants,
  income: [optionsIncome],
  startOver: [optionsStartOver],
  creditStakes: [optionsCreditStakes],
  timelineItems: [optionsTimeline],
  exposure: {
    counters: new Map(optionSymbols(instruments).map((symbol) => [symbol, exposureCounter(symbol)])),
    max: limits.symbolExposureMax,
  },
  evidence: ({ pool, market }) => optionEvidence({ pool, publicKey: market.publicKey }),
  prepare: ({ pool }) => openExposureCounters(pool, optionSymbols(instruments)),
  rowViews: () => [{ table: 'option_ticket', show: (raw) => ticketView(tickets.read(raw)) }],
  reexecution: () => ({
    commands: Object.values(commands),
    tables: [of(tickets)],
    supplied: (terms, { creditStakes: stakes }) => ({
      instruments,
      termsAt: terms.option.bind(terms),
      stakes,
    }),
  }),
  triggers: optionTriggers,
  serve: (platform) => ({
    calls: optionsHandlers({
      ...platform,
      termsAt: (symbol, wallMs) => platform.terms.option(symbol, wallMs),
    }),
  }),
});
