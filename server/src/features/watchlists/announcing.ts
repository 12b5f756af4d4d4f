/**
 * Tells a customer's devices that the customer's watchlists were saved, whichever process saved them, because the save notifies
 * every process on commit (`announce`). If the listening connection was lost, every device is asked to reload its lists.
 */
import { listenOn } from '../../db/listening.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Connection, Pool } from '../../db/pool.ts';

const CHANNEL = 'watchlists';
const LISTEN_AGAIN_MS = 500;
/** The customer and the version. Any database login can send a notification, so its content can't be trusted. */
const PAYLOAD = /^(\d{1,18}) (\d{1,10})$/;

/** Notifies every process once the transaction commits. */
export async function announce(
  db: Pick<Connection, 'query'>,
  { customer, version }: { readonly customer: bigint; readonly version: number },
): Promise<void> {
  await db.query('select pg_notify($1, $2)', [CHANNEL, `${customer} ${version}`]);
}

export type AnnouncingDeps = {
  /** A pool that provides the listening connection. */
  readonly listening: Pool;
  readonly realtime: {
    publish(customer: bigint, event: string, payload: object): void;
    customers(): readonly bigint[];
  };
  readonly onError: (error: Error) => void;
};

export function startAnnouncing({ listening, realtime, onError }: AnnouncingDeps): Periodic {
  let connection: Connection | undefined;
  const heard = (payload: string): void => {
    const [, customer, version] = PAYLOAD.exec(payload) ?? [];
    if (customer === undefined)
      onError(new Error('expected a customer and a version, found a malformed notification'));
    else realtime.publish(BigInt(customer), 'watchlists', { version: Number(version) });
  };
  const listen = async (): Promise<Connection> => {
    const opened = await listenOn(listening, {
      ...{ channel: CHANNEL, heard },
      lost: (ended) => {
        if (connection !== ended) return;
        connection = undefined;
        ended.release(true);
      },
    });
    for (const customer of realtime.customers()) realtime.publish(customer, 'watchlists', { version: null });
    return opened;
  };
  const work = async (): Promise<void> => {
    connection ??= await listen();
  };
  const turns = every(LISTEN_AGAIN_MS, work, onError);
  return {
    stop: async () => {
      await turns.stop();
      const last = connection;
      connection = undefined;
      last?.release(true);
    },
  };
}
