/**
 * Delivers events that are due, until stopped. A delivery is leased before it is sent, and its outcome is recorded afterwards. If
 * the process is killed in between, the delivery is sent again with the same id and the same text.
 */
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import type { RowView } from '../../platform/feature.ts';
import { stopWebhook } from './commands.ts';
import { forgetSome, overflowing, setPayload, takeDue, toBeStopped } from './deliveries.ts';
import type { Due, ToStop } from './deliveries.ts';
import { InFlight } from './in-flight.ts';
import { limits } from './limits.ts';
import { payloadOf } from './payload.ts';
import { recordAttempt } from './recording.ts';
import { openSecrets } from './secrets.ts';
import { attempt } from './sending.ts';

export type Outbox = {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'open'>;
  readonly submit: Submit;
  readonly views: readonly RowView[];
  readonly origins: readonly string[];
  readonly now: () => number;
  /** The wall clock, against which receivers check timestamps. */
  readonly wallNow: () => number;
  /** Returns a number from 0 to 1, which varies the pauses between attempts. */
  readonly random: () => number;
  readonly stopping: AbortSignal;
  readonly onError: (error: Error) => void;
};

const POLL_MS = 500;
/** Once a minute. */
const CLEAN_EVERY_TURNS = 120;

export function startDelivering(outbox: Omit<Outbox, 'stopping'>): Periodic {
  const inFlight = new InFlight(outbox.wallNow);
  const stopping = new AbortController();
  let turns = 0;
  const one = { ...outbox, stopping: stopping.signal };
  const periodic = every(
    POLL_MS,
    async () => {
      if (turns % CLEAN_EVERY_TURNS === 0) await cleanUp(one);
      turns += 1;
      await deliverTurn(one, inFlight);
    },
    outbox.onError,
  );
  return {
    stop: async () => {
      stopping.abort();
      await periodic.stop();
      await inFlight.settled();
    },
  };
}

/** Turns off webhooks with too many pending deliveries, and deletes expired deliveries. */
async function cleanUp(outbox: Outbox): Promise<void> {
  await stopAll(outbox, await overflowing(outbox.pool));
  for (let times = 0; times < limits.forgettingsMax; times += 1) {
    // oxlint-disable-next-line no-await-in-loop -- small statements, one after the other
    if ((await forgetSome(outbox.pool, outbox.now())) === 0) return;
  }
}

async function stopAll({ submit }: Pick<Outbox, 'submit'>, webhooks: readonly ToStop[]): Promise<void> {
  for (const { book, id, reason } of webhooks) {
    const context = { customer: book, idempotencyKey: undefined };
    // oxlint-disable-next-line no-await-in-loop -- there are few, and each waits for its book
    await submit({ command: stopWebhook, input: { id, reason }, body: {}, context });
  }
}

/**
 * Turns off the webhooks that don't answer, then sends the deliveries that are due. A receiver that hangs delays only its own
 * deliveries.
 */
async function deliverTurn(outbox: Outbox, inFlight: InFlight): Promise<void> {
  const { pool, now } = outbox;
  await stopAll(outbox, await toBeStopped(pool));
  for (;;) {
    const room = limits.inFlightMax - inFlight.size;
    if (room <= 0 || outbox.stopping.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- each query takes what is due after the one before
    const due = await takeDue(pool, { nowMs: now(), kept: inFlight.kept, room });
    for (const one of due) inFlight.add(one.webhook, deliver(outbox, one));
    if (due.length === 0) return;
  }
}

async function deliver(outbox: Outbox, due: Due): Promise<void> {
  const { pool, vault, views, random, onError } = outbox;
  try {
    const payload = due.payload ?? (await setPayload(pool, due, await payloadOf(due, views)));
    const secrets = openSecrets(vault, due.code, due.sealed);
    const made = await attempt(outbox, { url: due.url, event: due.event, payload, secrets });
    if (made !== undefined) await recordAttempt(pool, due, { made, random: random(), nowMs: outbox.now() });
  } catch (error) {
    if (outbox.stopping.aborted) return;
    onError(new Error(`failed to deliver ${due.id} to webhook ${due.webhook} (retrying)`, { cause: error }));
  }
}
