/** Handlers of the Web Push calls: the signing key, and subscribing and unsubscribing a browser. */
import { ECDH } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { isPushEndpoint } from './endpoints.ts';
import type { PushServices } from './endpoints.ts';
import { dropSubscription, keepSubscription } from './store.ts';

export type PushDeps = {
  readonly pool: Pool;
  readonly publicKey: string;
  readonly services: PushServices;
  readonly now: () => number;
};

type PushCalls = 'GET user/push_key' | 'POST user/push_subscribe' | 'POST user/push_unsubscribe';

export function pushHandlers({ pool, publicKey, services, now }: PushDeps): Pick<Handlers, PushCalls> {
  return {
    'GET user/push_key': async () => ok({ key: publicKey }),
    'POST user/push_subscribe': async ({ endpoint, details = false, ...keys }, { customer, session }) => {
      if (!isPushEndpoint(endpoint, services)) return wrong('endpoint');
      const p256dh = Buffer.from(keys.p256dh, 'base64url');
      if (!isOnCurve(p256dh)) return wrong('p256dh');
      const auth = Buffer.from(keys.auth, 'base64url');
      await keepSubscription(pool, { customer, session, endpoint, p256dh, auth, details, nowMs: now() });
      return ok({});
    },
    'POST user/push_unsubscribe': async ({ endpoint }, { customer }) => {
      await dropSubscription(pool, { customer, endpoint });
      return ok({});
    },
  };
}

const wrong = (field: string) => refuse('parameter_wrong', { field, params: { field } });

/** A key that isn't a point on P-256 can't be used for encryption. */
function isOnCurve(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1');
    return point[0] === 4;
  } catch {
    return false;
  }
}
