/** The table of events that are sent to webhooks, with a row for every kind: `data` is the row that the API lists. */
import * as v from 'valibot';
import { deposit } from './deposits/schemas.ts';
import { optionTicket } from './options/schemas.ts';
import { position } from './positions/schemas.ts';
import { spotOrder } from './spot/schemas.ts';
import type { WebhookKind } from './webhooks/schemas.ts';
import { withdrawal } from './withdrawals/schemas.ts';

export const webhookEvents = {
  'order.filled': spotOrder,
  'order.cancelled': spotOrder,
  'order.expired': spotOrder,
  'order.refused': spotOrder,
  'position.opened': position,
  'position.reduced': position,
  'position.partly_closed': position,
  'position.closed': position,
  'position.cancelled': position,
  'ticket.settled': optionTicket,
  'deposit.credited': deposit,
  'withdrawal.changed': withdrawal,
  test: v.object({ webhook: v.string() }),
} as const satisfies Record<WebhookKind | 'test', v.GenericSchema<unknown, unknown>>;
