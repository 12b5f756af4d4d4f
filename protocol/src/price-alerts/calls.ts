/** API calls for price alerts. */
import * as alerts from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { call } from '../call.ts';

export const priceAlertsCalls = {
  'GET price_alerts': call({
    who: 'customer',
    reference: { section: 'Price alerts', title: 'List price alerts' },
    summary: 'The customer’s price alerts.',
    input: none,
    output: alerts.priceAlerts,
    refusals: [],
    idempotent: false,
    reads: ['alerts'],
  }),
  'POST price_alert': call({
    who: 'customer',
    reference: {
      section: 'Price alerts',
      title: 'Create a price alert',
      fields: { price: { about: 'The price to be notified of.', like: '100000' } },
    },
    summary: 'Creates a price alert, which notifies the customer once, when the last price reaches it.',
    input: alerts.priceAlertInput,
    output: alerts.priceAlert,
    refusals: ['pair_not_found', 'amount_wrong', 'alerts_too_many'],
    idempotent: true,
    sets: true,
    storesMore: true,
    whenFrozen: true,
    touches: ['alerts'],
  }),
  'POST price_alert_delete': call({
    who: 'customer',
    reference: { section: 'Price alerts', title: 'Delete a price alert' },
    summary: 'Deletes a price alert.',
    input: alerts.priceAlertDeleteInput,
    output: nothing,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['alerts'],
  }),
};
