/** Transfers between accounts of one customer. */
import { feature } from '../../platform/feature.ts';
import { transferMoney, transfersHandlers } from './handlers.ts';

export const transfersFeature = feature({
  name: 'transfers',
  reexecution: () => ({ commands: [transferMoney] }),
  serve: (platform) => ({ calls: transfersHandlers(platform) }),
});
