/** The leveraged products' part in cancelling all of a customer's orders. Open positions and their TP/SL levels stay. */
import { of } from '../commands/command.ts';
import { cancelledAll } from '../platform/open-orders.ts';
import type { OpenOrdersPart } from '../platform/open-orders.ts';
import { decideCancelAll } from './cancelling.ts';
import { positionExposure } from './exposure.ts';
import type { Instruments } from './market.ts';
import { positions } from './tables.ts';

export function leveragedOpenOrders(instruments: Instruments): OpenOrdersPart {
  const all = { symbol: undefined, product: undefined, instruments };
  return {
    product: 'leveraged',
    open: of(positions),
    exposures: positionExposure,
    cancelAll: (facts, { isAsked }) =>
      cancelledAll(
        facts.openRows(positions).filter(({ status }) => status === 'pending'),
        decideCancelAll({ ...all, isAsked }, facts),
      ),
  };
}
