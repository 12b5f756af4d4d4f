/**
 * Announces new messages and read marks to a customer's devices, whichever process wrote them, because the database notifies
 * every process on commit (`notice_heard`, `markRead`). No message is lost with the listening connection: every device is asked
 * to reload once a new connection listens.
 */
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import { listenOn } from '../../db/listening.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import { messagesById, unreadOf } from './store.ts';
import { messageView } from './view.ts';

/** Represents all customers in a notification from the database. */
const TO_ALL = 0n;
/**
 * The format in which the database writes a notification. Any database login can send one, so its content can't be trusted.
 * Numbers of this length fit into a bigint.
 */
const PAYLOAD = /^\d{1,18}(?: \d{1,18})*$/;
/** Number of customers per interval to whom a message to all customers is announced. */
const OF_ALL_A_TURN = 50;

export type AnnouncingDeps = {
  readonly pool: Pool;
  /** A pool that provides the listening connection. */
  readonly listening: Pool;
  readonly realtime: {
    publish(customer: bigint, event: string, payload: object): void;
    hears(customer: bigint): boolean;
    customers(): readonly bigint[];
  };
  readonly onError: (error: Error) => void;
};

type Untold = Map<bigint, Set<bigint>>;

export function startAnnouncing(deps: AnnouncingDeps): Periodic {
  const { listening, realtime, onError } = deps;
  const waiting: Untold = new Map();
  /** Messages to all customers are queued separately so that messages to one customer don't wait behind them. */
  const ofAll: Untold = new Map();
  const note = (customer: bigint, ids: Iterable<bigint>, at = waiting): void => {
    if (!realtime.hears(customer)) return;
    const known = at.get(customer) ?? new Set();
    for (const id of ids) if (known.size < limits.eventMessagesMax) known.add(id);
    at.set(customer, known);
  };
  const heard = (customer: bigint, ids: readonly bigint[]): void => {
    if (customer !== TO_ALL) note(customer, ids);
    else for (const one of realtime.customers()) note(one, ids, ofAll);
  };
  let connection: Connection | undefined;
  const listen = async (): Promise<Connection> => {
    const opened = await listenOn(listening, {
      channel: 'notice',
      heard: (payload) => {
        if (PAYLOAD.test(payload)) heard(...read(payload));
        else onError(new Error('expected a customer and messages, found a malformed notification'));
      },
      lost: (ended) => {
        if (connection !== ended) return;
        connection = undefined;
        ended.release(true);
      },
    });
    for (const customer of realtime.customers()) note(customer, []);
    return opened;
  };
  const take = async (from: Untold, most: number): Promise<void> => {
    let left = most;
    for (const [customer, ids] of from) {
      if (left === 0) return;
      left -= 1;
      from.delete(customer);
      await announce(deps, customer, [...ids]).catch((error: unknown) => {
        note(customer, ids, from);
        throw error;
      });
    }
  };
  const work = async (): Promise<void> => {
    connection ??= await listen();
    await take(waiting, Number.POSITIVE_INFINITY);
    await take(ofAll, OF_ALL_A_TURN);
  };
  const turns = every(limits.announceEveryMs, work, onError);
  return {
    stop: async () => {
      await turns.stop();
      const last = connection;
      connection = undefined;
      last?.release(true);
    },
  };
}

function read(payload: string): [customer: bigint, ids: readonly bigint[]] {
  const [customer = TO_ALL, ...ids] = payload.split(' ').map(BigInt);
  return [customer, ids];
}

async function announce(
  { pool, realtime }: AnnouncingDeps,
  customer: bigint,
  ids: readonly bigint[],
): Promise<void> {
  const [messages, unread] = await Promise.all([
    ids.length === 0 ? [] : messagesById(pool, { customer, ids }),
    unreadOf(pool, customer),
  ]);
  realtime.publish(customer, 'notification', { messages: messages.map(messageView), unread });
}
