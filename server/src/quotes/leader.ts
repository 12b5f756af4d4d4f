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
      .catch((error: unknown) => report(`leader ${role}: ${(error as Error).message}`))
      .then(() => {
        if (!stopped) timer = setTimeout(next, BEAT_EVERY_MS);
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

/** The lead from when it is taken until what it began has ended. */
type Tenure = {
  epoch(): bigint | undefined;
  /** Begins what a leader does; where that fails, the lead is lost again. */
  begin(epoch: bigint): Promise<void>;
  /** Ends it, unless that was begun before; resolves once it has ended. */
  lose(why: string): Promise<void>;
  /** Resolves once the lead before has ended; nothing of the next one begins earlier, whoever noticed the loss. */
  ended(): Promise<void>;
};

function createTenure({ role, onLead, onLost, report }: LeaderOptions): Tenure {
  let epoch: bigint | undefined;
  let losing: Promise<void> = Promise.resolve();

  const end = (why: string): Promise<void> => {
    losing = onLost(why).catch((error: unknown) => {
      report(`what leading ${role} began did not end cleanly: ${(error as Error).message}`);
    });
    return losing;
  };
  const lose = (why: string): Promise<void> => {
    if (epoch === undefined) return losing;
    epoch = undefined;
    report(`no longer leading ${role}: ${why}`);
    return end(why);
  };
  return {
    epoch: () => epoch,
    begin: async (taken) => {
      epoch = taken;
      report(`leading ${role} in epoch ${taken}`);
      try {
        await onLead(taken);
        // Lost while it was beginning: what has begun after that is ended too.
        if (epoch !== taken) {
          await losing;
          await end('another process took over');
        }
      } catch (error) {
        await lose(`could not begin: ${(error as Error).message}`);
      }
    },
    lose,
    ended: () => losing,
  };
}
