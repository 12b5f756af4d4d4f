/**
 * Elects one process to lead a role. The leader renews its heartbeat every half second. If the heartbeat is older than two
 * seconds, another process takes over with a higher epoch. The epoch is the fencing token: transactions of a former leader
 * carry an old epoch and are rejected.
 */
import type { Connection, Pool } from '../db/pool.ts';
import type { FeedName } from './feeds/feed.ts';

const BEAT_EVERY_MS = 500;
/** How often a process that stands by checks whether the role is free. */
const SEEK_EVERY_MS = 200;

export type LeaderOptions = {
  readonly pool: Pool;
  /** The name of the role, such as "market". */
  readonly role: string;
  /** The process's name in the leader's row: its host and process id. */
  readonly owner: string;
  /**
   * Whether to take the role without waiting for the previous heartbeat to expire. Only for a process that has the database to
   * itself.
   */
  readonly takeAtOnce: boolean;
  /** Called after the epoch was taken, when everything that the previous leader committed is visible. */
  readonly onLead: (epoch: bigint) => Promise<void>;
  readonly onLost: (why: string) => Promise<void>;
  readonly report: (text: string) => void;
};

export type Leadership = {
  /** Resolves after the first attempt, whether or not it succeeded. */
  readonly tried: Promise<void>;
  epoch(): bigint | undefined;
  /** Gives up leadership that is known to be lost, without waiting for the next heartbeat. */
  lost(why: string): Promise<void>;
  /** Stops leading and lets another process take over immediately. */
  stop(): Promise<void>;
};

/** Takes the role if it is free, and returns the new epoch. */
export async function takeLead(
  pool: Pool,
  claim: { readonly role: string; readonly owner: string; readonly atOnce: boolean },
): Promise<bigint | undefined> {
  const taken = await pool.query<{ epoch: string }>(
    // A process that stands by locks nothing, because the leader's transactions share the row.
    `insert into leader (role, epoch, owner, beat) select $1, 1, $2, clock_timestamp()
       where $3 or not exists (select from leader held where held.role = $1 and held.beat >= clock_timestamp() - interval '2 seconds')
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
 * Publishes the market's feed, unless the epoch is over. Also renews the heartbeat, because the last one was before the start of
 * the market, which may take seconds.
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

/**
 * Returns the feed of the running market, or undefined if none is running or it is still starting. The feed may change at any
 * moment.
 */
export async function runningFeed(connection: Connection): Promise<FeedName | undefined> {
  const found = await connection.query<{ feed: FeedName | null }>('select running_feed() as feed');
  return found.rows[0]?.feed ?? undefined;
}

/** Keeps trying to lead a role until it is stopped. */
export function seekLead(options: LeaderOptions): Leadership {
  const { pool, role, owner, report } = options;
  const tenure = createTenure(options);
  let stopped = false;
  let atOnce = options.takeAtOnce;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  const tryToLead = async (): Promise<void> => {
    await tenure.ended();
    const taken = await takeLead(pool, { role, owner, atOnce });
    if (taken === undefined) return;
    atOnce = false;
    await tenure.begin(taken);
  };
  const renew = async (epoch: bigint): Promise<void> => {
    const renewed = await pool.query(
      'update leader set beat = clock_timestamp() where role = $1 and epoch = $2',
      [role, epoch],
    );
    if (renewed.rowCount === 0) await tenure.lose('another process took over');
  };
  const beat = (): Promise<void> => {
    const epoch = tenure.epoch();
    return epoch === undefined ? tryToLead() : renew(epoch);
  };
  const next = (): void => {
    turn = beat()
      .catch((error: unknown) =>
        report(`leader: failed to acquire or renew leadership of ${role}: ${(error as Error).message}`),
      )
      .then(() => {
        if (!stopped) timer = setTimeout(next, tenure.epoch() === undefined ? SEEK_EVERY_MS : BEAT_EVERY_MS);
      });
  };
  next();
  return {
    tried: turn,
    epoch: tenure.epoch,
    lost: tenure.lose,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
      const mine = tenure.epoch();
      await tenure.lose('stopping');
      if (mine === undefined) return;
      await pool.query(`update leader set beat = '-infinity' where role = $1 and epoch = $2`, [role, mine]);
    },
  };
}

/** A tenure: the time from taking the role until everything that the leader started has stopped. */
type Tenure = {
  epoch(): bigint | undefined;
  /** Starts the leader's work. If that fails, the process gives up leadership. */
  begin(epoch: bigint): Promise<void>;
  /** Ends the tenure unless it is already ending. Resolves once the tenure has ended. */
  lose(why: string): Promise<void>;
  /** Resolves once the previous tenure has ended. No work of the next tenure starts earlier, whichever code detected the loss. */
  ended(): Promise<void>;
};

function createTenure({ role, onLead, onLost, report }: LeaderOptions): Tenure {
  let epoch: bigint | undefined;
  let losing: Promise<void> = Promise.resolve();

  const end = (why: string): Promise<void> => {
    losing = onLost(why).catch((error: unknown) => {
      report(`leader: failed to stop leading ${role} cleanly: ${(error as Error).message}`);
    });
    return losing;
  };
  const lose = (why: string): Promise<void> => {
    if (epoch === undefined) return losing;
    epoch = undefined;
    report(`leader: no longer leading ${role}: ${why}`);
    return end(why);
  };
  return {
    epoch: () => epoch,
    begin: async (taken) => {
      epoch = taken;
      report(`leader: leading ${role} in epoch ${taken}`);
      try {
        await onLead(taken);
        // Leadership was lost during the start, so everything that was started in the meantime is stopped too.
        if (epoch !== taken) {
          await losing;
          await end('another process took over');
        }
      } catch (error) {
        await lose(`failed to start: ${(error as Error).message}`);
      }
    },
    lose,
    ended: () => losing,
  };
}
