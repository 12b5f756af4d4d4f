/** The feature that contracts, forex and metals share. It adds no calls for customers. */
import { of } from '../commands/command.ts';
import { instruments } from '../quotes/catalogue.ts';
import { feature } from '../platform/feature.ts';
import * as commands from './commands.ts';
import { positionsConsoleHandlers } from './console-handlers.ts';
import { houseCovers, promisedRow } from './cover.ts';
import { debtsCreditStakes, debtsStartOver, houseDebts } from './debts.ts';
import { positionEvidence } from './evidence.ts';
import { positionsIncome } from './income.ts';
import { instrumentOf } from './market.ts';
import { positionInvariants } from './invariants.ts';
import { leveragedOpenOrders } from './open-orders.ts';
import { positions } from './tables.ts';
import { positionsTimeline } from './timeline.ts';
import { positionTriggers, positionsStartOver } from './triggers.ts';
import { positionView } from './view.ts';

export const positionsFeature = feature({
  name: 'positions',
  invariants: positionInvariants,
  income: [positionsIncome],
  creditStakes: [debtsCreditStakes],
  startOver: [positionsStartOver(instruments), debtsStartOver],
  openOrders: [leveragedOpenOrders(instruments)],
  timelineItems: [positionsTimeline],
  evidence: ({ pool, market }) => positionEvidence({ pool, publicKey: market.publicKey, instruments }),
  rowViews: (platform) => [
    {
      table: 'position',
      show: (raw) => {
        const row = positions.read(raw);
        return positionView(row, instrumentOf(row, platform.instruments));
      },
    },
  ],
  reexecution: () => ({
    commands: Object.values(commands),
    tables: [of(positions), of(houseCovers), of(houseDebts), promisedRow.table],
  }),
  triggers: positionTriggers,
  serve: (platform) => ({ consoleCalls: positionsConsoleHandlers(platform) }),
});
