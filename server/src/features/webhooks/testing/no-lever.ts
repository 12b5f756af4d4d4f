/** The no-lever allowlist of the feature `webhooks`: each name with its justification. */
import { CONFIRMING } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { webhooks } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET webhooks': ['own', ''],
    'POST webhooks/create': ['person', `url kinds ${CONFIRMING}`],
    'POST webhooks/change': ['person', `id url kinds enabled ${CONFIRMING}`],
    'POST webhooks/rotate': ['person', `id ${CONFIRMING}`],
    'POST webhooks/delete': ['person', `id ${CONFIRMING}`],
    'GET webhooks/deliveries': ['own', 'id cursor limit'],
    'POST webhooks/test': ['person', 'id'],
    'POST webhooks/deliver_again': ['person', 'id delivery'],
  },
  columns: {
    webhook: {
      whose: 'book id',
      asked: 'url kinds',
      person: 'code sealed',
      state: 'status reason',
      works: 'version',
      when: 'created_ms since_ms',
    },
    webhook_delivery: {
      whose: 'book id webhook event',
      told: 'kind subject row payload attempts',
      state: 'status',
      works: 'tries',
      when: 'created_ms next_try_ms ended_ms taken_until_ms',
    },
  },
  tables: { webhook: 'commands', webhook_delivery: 'door' },
  changed: [webhooks],
  rights: [
    {
      because: 'where customers have their events sent: a trigger demands a session of theirs',
      may: 'select insert',
      on: 'webhook',
    },
    {
      because: 'what is sent, and what became of it',
      may: 'select insert delete',
      on: 'webhook_delivery',
    },
    {
      because: 'what is sent is fixed once, and each attempt is noted',
      may: 'update',
      on: `webhook_delivery.attempts webhook_delivery.ended_ms webhook_delivery.next_try_ms webhook_delivery.payload webhook_delivery.row
        webhook_delivery.status webhook_delivery.subject webhook_delivery.taken_until_ms webhook_delivery.tries`,
    },
  ],
  functions: {
    'definer customer_ends_webhooks()': 'ends webhooks with the account',
    'definer webhook_hear(of_table, changed)': 'notes what a webhook is told',
    'definer webhook_hears()': 'notes what a webhook is told',
    'definer webhook_hears_moved()': 'notes what a webhook is told',
    'definer webhook_hears_added()': 'notes what a webhook is told',
    'definer webhook_holds()': 'guards',
    'definer webhook_stopped()': 'stops what is not to be sent',
    'webhook_kind(of_table, changed)': 'computes',
  },
  triggers: {
    'customer.customer_ends_webhooks': 'a closed account keeps no webhook',
    'deposit.webhook_hears': 'notes what a webhook is told',
    'option_ticket.webhook_hears_changed': 'notes what a webhook is told',
    'position.webhook_hears': 'notes what a webhook is told',
    'position.webhook_hears_added': 'notes what a webhook is told',
    'spot_order.webhook_hears_changed': 'notes what a webhook is told',
    'spot_order.webhook_hears_added': 'notes what a webhook is told',
    'webhook.begun_in_session': 'made in a session of its customer',
    'webhook.changed_in_session': 'where events go is decided in a session of its customer',
    'webhook.webhook_holds': 'a customer has few, and what is deleted stays so',
    'webhook.webhook_kept': 'its id is never used again',
    'webhook.webhook_stopped': 'what waits is not sent once it is off',
    'webhook.webhook_zz_current_key': 'nothing is sealed with a key of the vault that was replaced',
    'withdrawal.webhook_hears': 'notes what a webhook is told',
    'withdrawal.webhook_hears_new': 'notes what a webhook is told',
  },
  limits: {
    webhooks: [
      'how many webhooks there are and how they are sent to, the same for everybody',
      `webhooksMax timeoutMs leaseMs atOnceMax inFlightMax slowMs slowForMs slowAtOnceMax dueLookedAt waitingMax attemptsKept page keptMs forgottenAtOnce forgettingsMax deletedMs bothSignMs`,
    ],
  },
};
