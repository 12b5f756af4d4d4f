/** The no-lever allowlist of the feature `push`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/push_key': ['person', ''],
    'POST user/push_subscribe': ['person', 'endpoint p256dh auth details'],
    'POST user/push_unsubscribe': ['person', 'endpoint'],
  },
  columns: {
    push_key: { works: 'id', proof: 'public_key sealed_private_key' },
    push_subscription: {
      whose: 'customer id',
      person: 'session endpoint p256dh auth',
      asked: 'details',
      when: 'created_ms',
    },
    push_delivery: {
      whose: 'id subscription book notice',
      works: 'attempts',
      when: 'created_ms next_try_ms',
    },
  },
  tables: {
    push_key: 'door',
    push_subscription: 'door',
    push_delivery: 'door',
  },
  rights: [
    { because: 'the key that signs pushes: written once', may: 'select insert', on: 'push_key' },
    {
      because: 'push subscriptions and pending pushes are added and deleted',
      may: 'select insert update delete',
      on: 'push_subscription push_delivery',
    },
  ],
  limits: {
    push: [
      'how many are sent and to how many devices, the same for everybody',
      'pushBatch pushDevicesMax pushKeptMs pushLookedAt pushRetryMs pushTimeoutMs pushesInFlightMax pushesServiceMax',
    ],
  },
};
