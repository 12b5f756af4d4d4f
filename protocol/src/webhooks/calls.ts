/** API calls for webhooks, after the Standard Webhooks scheme. Only a session makes them, never a key. */
import { call } from '../call.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { none, nothing } from '../fields.ts';
import * as hooks from './schemas.ts';

export const webhooksCalls = {
  'GET webhooks': call({
    who: 'customer',
    summary: 'The customer’s webhooks, newest first.',
    input: none,
    output: hooks.webhooks,
    refusals: [],
    idempotent: false,
    reads: ['webhooks'],
  }),
  'POST webhooks/create': call({
    who: 'customer',
    summary:
      'Creates a webhook that receives signed events. The secret is in this answer and never shown again.',
    input: hooks.createInput,
    output: hooks.made,
    refusals: ['webhooks_too_many', 'webhook_url_wrong', ...confirmationRefusals],
    cost: 10,
    idempotent: false,
    storesMore: true,
    touches: ['webhooks'],
  }),
  'POST webhooks/change': call({
    who: 'customer',
    summary: 'Changes the address and the kinds of events, and turns a webhook on or off.',
    input: hooks.changeInput,
    output: nothing,
    refusals: ['webhook_url_wrong', ...confirmationRefusals],
    idempotent: false,
    touches: ['webhooks', 'webhook deliveries'],
  }),
  'POST webhooks/rotate': call({
    who: 'customer',
    summary: 'Creates a new secret. For a day, deliveries are signed with both.',
    input: hooks.confirmedRef,
    output: hooks.rotated,
    refusals: [...confirmationRefusals],
    idempotent: false,
    touches: ['webhooks'],
  }),
  'POST webhooks/delete': call({
    who: 'customer',
    summary: 'Deletes a webhook with its secret and its deliveries.',
    input: hooks.confirmedRef,
    output: nothing,
    refusals: [...confirmationRefusals],
    idempotent: false,
    whenFrozen: true,
    touches: ['webhooks', 'webhook deliveries'],
  }),
  'GET webhooks/deliveries': call({
    who: 'customer',
    summary: 'The deliveries of a webhook in the last thirty days, newest first, each with its attempts.',
    input: hooks.deliveriesInput,
    output: hooks.deliveries,
    refusals: [],
    idempotent: false,
    reads: ['webhook deliveries'],
  }),
  'POST webhooks/test': call({
    who: 'customer',
    summary: 'Sends an event of the kind `test`, with the retries of any other.',
    input: hooks.ref,
    output: hooks.sent,
    refusals: ['webhook_off', 'webhook_busy'],
    cost: 10,
    idempotent: false,
    storesMore: true,
    touches: ['webhooks', 'webhook deliveries'],
  }),
  'POST webhooks/deliver_again': call({
    who: 'customer',
    summary: 'Sends a delivery that ended again, under the same id.',
    input: hooks.deliveryRef,
    output: nothing,
    refusals: ['webhook_off', 'webhook_busy'],
    cost: 10,
    idempotent: false,
    touches: ['webhooks', 'webhook deliveries'],
  }),
};
