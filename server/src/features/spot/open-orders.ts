/** Spot's part in cancelling all orders of a customer. */
import { of } from '../../commands/command.ts';
import { cancelledAll } from '../../platform/open-orders.ts';
import type { OpenOrdersPart } from '../../platform/open-orders.ts';
import { decideCancelAll } from './cancelling.ts';
import { spotOrders } from './tables.ts';

export const spotOpenOrders: OpenOrdersPart = {
  product: 'spot',
  open: of(spotOrders),
  cancelAll: (facts, { isAsked }) =>
    cancelledAll(facts.openRows(spotOrders), decideCancelAll({ symbol: undefined, isAsked }, facts)),
};
