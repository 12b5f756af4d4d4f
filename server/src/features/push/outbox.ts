/** Assigns messages to browsers and sends them. */
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import { payloadOf } from './payload.ts';
import { sendPush } from './sending.ts';
import type { Sender } from './sending.ts';
import { endDelivery, endSubscription, forgetEnded, forgetOld, spreadMessages, takeDue } from './store.ts';
import type { Delivery } from './store.ts';
import { InFlight } from './in-flight.ts';

export type PushTray = {
  readonly pool: Pool;
  readonly sender: Sender;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
};

const POLL_MS = 500;

/**
 * Starts sending, until stopped. A service that doesn't respond delays only its own pushes, because no turn waits for a response.
 */
export function startPushing(tray: PushTray): Periodic {
  const inFlight = new InFlight();
  const stopping = new AbortController();
  const sender = { ...tray.sender, stopping: stopping.signal };
  const turns = every(POLL_MS, () => pushTurn({ ...tray, sender }, inFlight), tray.onError);
  return {
    stop: async () => {
      stopping.abort();
      await turns.stop();
      await inFlight.settled();
    },
  };
}

/** Runs one turn: assigns all new messages to browsers, then sends due deliveries until too many pushes are in flight. */
export async function pushTurn(tray: PushTray, inFlight: InFlight): Promise<void> {
  const { pool, now } = tray;
  const { pushBatch, pushesInFlightMax } = limits;
  const { idleMs } = LIMITS.sessions;
  while ((await spreadMessages(pool, now())) === pushBatch);
  inFlight.lookedUpTo = await forgetEnded(pool, { nowMs: now(), idleMs, after: inFlight.lookedUpTo });
  await forgetOld(pool, now());
  while (inFlight.size < pushesInFlightMax) {
    const taken = await takeDue(pool, { nowMs: now(), idleMs, busy: inFlight.busyServices() });
    for (const delivery of taken) inFlight.add(delivery.endpoint, deliver(tray, delivery));
    if (taken.length < pushBatch) return;
  }
}

async function deliver({ pool, sender, now, onError }: PushTray, delivery: Delivery): Promise<void> {
  // The time that the push has spent in the outbox is deducted from the time for which the service may keep it.
  const leftMs = delivery.createdMs + limits.pushKeptMs - now();
  try {
    const verdict = await sendPush(sender, { ...delivery, leftMs }, payloadOf(delivery));
    if (verdict === 'gone') await endSubscription(pool, delivery.endpoint);
    else if (verdict !== 'later') await endDelivery(pool, delivery.id);
  } catch (error) {
    // The delivery stays in the outbox. The next process will send it.
    if (sender.stopping?.aborted === true) return;
    // Only the host is logged, because the path is a secret: anyone who has it can push to the browser.
    const { host } = new URL(delivery.endpoint);
    onError(
      new Error(`failed to send push ${delivery.id} to ${host} (attempt ${delivery.attempts}, retrying)`, {
        cause: error,
      }),
    );
  }
}
