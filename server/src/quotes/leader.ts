/**
 * One process leads a role. Its beat is renewed every half second; when it is older than two seconds another takes over
 * with a greater epoch. The epoch is what protects: a leader that was stopped and wakes up late finds that its
 * transactions, each of which names its epoch, no longer pass.
 */
import type { Connection, Pool } from '../db/pool.ts';
import type { FeedName } from './feeds/feed.ts';

const BEAT_EVERY_MS = 500;

export type LeaderOptions = {
  readonly pool: Pool;
  /** "market" */
  readonly role: string;
  /** Who to name in the row: host and process. */
  readonly owner: string;
  /** A process alone with its own database need not wait for the beat of the one before it to grow old. */
  readonly takeAtOnce: boolean;
  /** Runs after the epoch was taken; what is rebuilt here sees all that the leader before committed. */
  readonly onLead: (epoch: bigint) => Promise<void>;
  readonly onLost: (why: string) => Promise<void>;
  readonly report: (text: string) => void;
};

export type Leadership = {
  /** Resolves after the first try, whether or not it brought the lead. */
  readonly tried: Promise<void>;
  /** The epoch while this process leads. */
  epoch(): bigint | undefined;
  /** Gives up what was found to be lost, without waiting for the next beat. */
  lost(why: string): Promise<void>;
  /** Stops leading and lets another take over at once. */
  stop(): Promise<void>;
};

/** Takes the role if it is free: answers the new epoch. */
export async function takeLead(
  pool: Pool,
  claim: { readonly role: string; readonly owner: string; readonly atOnce: boolean },
): Promise<bigint | undefined> {
  const taken = await pool.query<{ epoch: string }>(
    `insert into leader (role, epoch, owner, beat) values ($1, 1, $2, clock_timestamp())
     on conflict (role) do update set epoch = leader.epoch + 1, owner = excluded.owner, beat = clock_timestamp(),
         feed = null
       where $3 or leader.beat < clock_timestamp() - interval '2 seconds'
     returning epoch`,
    [claim.role, claim.owner, claim.atOnce],
  );
  const row = taken.rows[0];
  return row === undefined ? undefined : BigInt(row.epoch);
}

/**
 * Tells everybody what feed the market runs on; nothing when the epoch is over. It counts as a beat, since the last one was
 * before the market began, which may take seconds.
 */
export async function tellFeed(
  pool: Pool,
  { epoch, feed }: { readonly epoch: bigint; readonly feed: FeedName },
): Promise<void> {
  await pool.query(
    `update leader set feed = $2, beat = clock_timestamp() where role = 'market' and epoch = $1`,
    [epoch, feed],
  );
}

/** The feed of the market that runs; undefined while none does, or one only just begins. It may change at any moment. */
export async function runningFeed(connection: Connection): Promise<FeedName | undefined> {
  const found = await connection.query<{ feed: FeedName | null }>('select running_feed() as feed');
  return found.rows[0]?.feed ?? undefined;
}

/** Keeps trying to lead a role until it is stopped. */
export function seekLead(options: LeaderOptions): Leadership {
  const { pool, role } = options;
  let epoch: bigint | undefined;
  let stopped = false;
  let atOnce = options.takeAtOnce;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  /** The end of the lead before; nothing of the next one begins earlier, whoever noticed the loss. */
  let losing: Promise<void> = Promise.resolve();

  const end = (why: string): Promise<void> => {
    losing = options.onLost(why).catch((error: unknown) => {
      options.report(`what leading ${role} began did not end cleanly: ${(error as Error).message}`);
    });
    return losing;
  };
  const lose = (why: string): Promise<void> => {
    if (epoch === undefined) return losing;
    epoch = undefined;
    options.report(`no longer leading ${role}: ${why}`);
    return end(why);
  };
  const beat = async (): Promise<void> => {
    if (epoch === undefined) {
      await losing;
      const taken = await takeLead(pool, { role, owner: options.owner, atOnce });
      if (taken === undefined) return;
      atOnce = false;
      epoch = taken;
      options.report(`leading ${role} in epoch ${taken}`);
      try {
        await options.onLead(taken);
        // Lost while it was beginning: what has begun after that is ended too.
        if (epoch !== taken) {
          await losing;
          await end('another process took over');
        }
      } catch (error) {
        await lose(`could not begin: ${(error as Error).message}`);
      }
      return;
    }
    const renewed = await pool.query(
      'update leader set beat = clock_timestamp() where role = $1 and epoch = $2',
      [role, epoch],
    );
    if (renewed.rowCount === 0) await lose('another process took over');
  };
  const next = (): void => {
    turn = beat()
      .catch((error: unknown) => options.report(`leader ${role}: ${(error as Error).message}`))
      .then(() => {
        if (!stopped) timer = setTimeout(next, BEAT_EVERY_MS);
      });
  };
  next();
  return {
    tried: turn,
    epoch: () => epoch,
    lost: lose,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
      const mine = epoch;
      await lose('stopping');
      if (mine === undefined) return;
      await pool.query(`update leader set beat = '-infinity' where role = $1 and epoch = $2`, [role, mine]);
    },
  };
}
