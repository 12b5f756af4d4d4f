/** The no-lever allowlist of the feature `price-alerts`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { priceAlerts } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET price_alerts': ['person', ''],
    'POST price_alert': ['person', 'symbol price direction'],
    'POST price_alert_delete': ['person', 'id'],
  },
  columns: {
    price_alert: {
      whose: 'book id',
      asked: 'symbol direction price',
      state: 'status',
      waits: 'armed_seq',
      tape: 'reached_seq',
      when: 'created_ms ended_ms',
    },
  },
  tables: {
    price_alert: 'commands',
  },
  changed: [priceAlerts],
  rights: [
    {
      because: 'price alerts, which only send a message: a trigger checks the end of each against the tape',
      may: 'select insert',
      on: 'price_alert',
    },
  ],
  publicRights: [
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'price_alert_reached' },
  ],
  functions: {
    'definer alert_deleted_in_session()': 'guards',
    'price_alert_reached()': 'guards',
  },
  triggers: {
    'price_alert.price_alert_transition':
      'what was asked stays, and only an entry that reached it ends it as reached',
    'price_alert.price_alert_transition_reached': 'reached by an entry at its level',
    'price_alert.begun_in_session': 'begun in a session of its customer',
    'price_alert.alert_deleted_in_session': 'deleted in a session of its customer',
  },
  limits: { 'price-alerts': ['how many there may be, the same for everybody', 'priceAlertsMax'] },
};
