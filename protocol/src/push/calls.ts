/** API calls for Web Push. */
import * as push from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { call } from '../call.ts';

export const pushCalls = {
  'GET user/push_key': call({
    who: 'customer',
    summary: 'The public key with which a browser subscribes to push messages.',
    input: none,
    output: push.pushKey,
    refusals: [],
    idempotent: false,
  }),
  'POST user/push_subscribe': call({
    who: 'customer',
    summary:
      'Sends push messages to this browser while its session lasts. Repeat the call to show more or less in them.',
    input: push.pushSubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    storesMore: true,
    whenFrozen: true,
  }),
  'POST user/push_unsubscribe': call({
    who: 'customer',
    summary: 'Stops push messages to this browser.',
    input: push.pushUnsubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
};
