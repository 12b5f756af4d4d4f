/** API calls for Web Push. */
import * as push from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { call } from '../call.ts';

export const pushCalls = {
  'GET user/push_key': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'Get the push key' },
    summary: 'The public key with which a browser subscribes to push messages.',
    input: none,
    output: push.pushKey,
    refusals: [],
    idempotent: false,
  }),
  'POST user/push_subscribe': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'Subscribe to push messages' },
    summary:
      'Sends push messages to this browser while its session lasts. Repeat the call to show more or less in them.',
    input: push.pushSubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    twice: 'the same browser is one',
    storesMore: true,
    whenFrozen: true,
  }),
  'POST user/push_unsubscribe': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'Unsubscribe from push messages' },
    summary: 'Stops push messages to this browser.',
    input: push.pushUnsubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    twice: 'gone is gone',
    whenFrozen: true,
  }),
};
