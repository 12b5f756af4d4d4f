/** Commands of price alerts, each with the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import { standingNeed } from '../../identity/account-standing.ts';
import { decideAlert, decideDeleting, decideFiring } from './rules.ts';
import type { AlertFiring, AlertRef, NewAlert } from './rules.ts';
import { priceAlerts } from './tables.ts';

export const setAlert = command({
  name: 'price_alert.set',
  gather: (_: NewAlert) => ({ open: [of(priceAlerts)] }),
  decide: decideAlert,
});

export const deleteAlert = command({
  name: 'price_alert.delete',
  gather: ({ id }: AlertRef) => ({ rows: [{ table: of(priceAlerts), id }] }),
  decide: decideDeleting,
});

export const fireAlert = command({
  name: 'price_alert.fire',
  gather: ({ id }: AlertFiring) => ({ rows: [{ table: of(priceAlerts), id }, standingNeed] }),
  decide: decideFiring,
});
