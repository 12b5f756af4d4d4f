/** API calls for Web Push. */
import * as push from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { call } from '../call.ts';

export const pushCalls = {
  'GET user/push_key': call({
    who: 'customer',
    summary: 'The public key with which a browser subscribes to pushes.',
    input: none,
    output: push.pushKey,
    refusals: [],
    idempotent: false,
  }),
  'POST user/push_subscribe': call({
    who: 'customer',
    summary: 'Has messages pushed to this browser while its session lasts; again to show more or less.',
    input: push.pushSubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    storesMore: true,
    whenFrozen: true,
  }),
  'POST user/push_unsubscribe': call({
    who: 'customer',
    summary: 'Has nothing pushed to this browser any more.',
    input: push.pushUnsubscribeInput,
    output: nothing,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
  }),
};
