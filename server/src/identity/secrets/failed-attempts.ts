/**
 * Tries at what can be guessed: passwords, codes, trading passwords. A try is counted in the database before it is
 * compared, so that a hundred in parallel are a hundred and a restart forgives none. Five misses lock out where they came
 * from for an hour, twenty until the secret is reset or misses have decayed, one in some hours or days; the customer's own devices are
 * counted apart from strangers, who so cannot lock them out. All own devices together have a last bound too: somebody with the
 * password makes as many devices as they like.
 *
 * Names and addresses that nobody has are counted and locked exactly as others, so that they cannot be told apart.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LIMITS } from '../../limits.ts';
import { tellCustomer } from '../mail/notices.ts';
import { noteEvent } from '../security-events.ts';
import type { SecurityEventKind } from '../security-events.ts';
import type { Vault } from './vault.ts';

export type GuessKind = 'password' | 'second_factor' | 'recovery_code' | 'trading_password' | 'mailed_code';

export type GuessAt = {
  /** Whose secret: "customer:100001", "operator:ada", "name:lena", "mail:x@example.com", "phone:+441632960001". */
  readonly subject: string;
  readonly kind: GuessKind;
  /** '' is a stranger; "device:…" and "address:…" are the customer's own. */
  readonly origin: string;
  readonly nowMs: number;
};

type GuessFrom = Pick<GuessAt, 'subject' | 'kind' | 'origin'>;

/** Who missed, as far as that is anybody: the customer, 0n for nobody, and how they are told. */
export type Missed = {
  readonly customer: bigint;
  readonly agent: string;
  readonly address: string;
  /** What each miss is noted as; without it only that guesses were locked is. */
  readonly event?: SecurityEventKind;
};

/** Subjects that need not be anybody's. */
const MADE_UP = /^(?:name|mail|phone):/;
const { lockEvery, lockMs, missesMax, ownMissesMax, decayMs, agesMs, lockedAgesMs, sweepEveryMs } =
  LIMITS.failedAttempts;

/**
 * How many misses are left of those of a row, $4 being now and $11 how long one takes to decay. Tries at once come in another order
 * than their times: one that is older than the last lets none decay, and is one miss like any other.
 */
const LEFT = 'greatest(0, g.misses - floor(greatest(0, $4 - g.last_ms)::numeric / $11)::int)';

export class FailedAttempts {
  readonly #pool: Pool;
  readonly #vault: Vault;

  constructor({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }) {
    this.#pool = pool;
    this.#vault = vault;
  }

  /** Counts a try before it is made; answers why there is none left, or undefined. */
  async take(at: GuessAt) {
    const counted = await this.#pool.query<{ one: boolean; own: boolean }>({
      name: 'guess_take',
      text: `with one as (insert into guess as g (subject, kind, origin, misses, locked_until_ms, last_ms, ages)
          values ($1, $2, $3, 1, 0, $4, $5) on conflict (subject, kind, origin) do update set misses = ${LEFT} + 1,
            locked_until_ms = case when (${LEFT} + 1) % $6 = 0 then $4 + $7 else 0 end, last_ms = greatest(g.last_ms, $4)
          where g.locked_until_ms <= $4 and ${LEFT} < $8 returning 1),
        own as (insert into guess as g (subject, kind, origin, misses, locked_until_ms, last_ms, ages)
          select $1::bytea, $2::text, $9::bytea, 1, 0, $4::bigint, $5::boolean from one where $9::bytea is not null
          on conflict (subject, kind, origin) do update set misses = ${LEFT} + 1, last_ms = greatest(g.last_ms, $4)
          where ${LEFT} < $10 returning 1)
        select exists (select from one) as one, $9::bytea is null or exists (select from own) as own`,
      values: [
        ...[...this.#key(at), at.nowMs, MADE_UP.test(at.subject), lockEvery, lockMs, missesMax],
        ...[this.#ownOf(at), ownMissesMax, decayMs[at.kind]],
      ],
    });
    const { one, own } = counted.rows[0] ?? { one: false, own: false };
    if (one && own) return undefined;
    return one ? refuse('reset_needed') : this.#lockedRefusal(at);
  }

  async #lockedRefusal(at: GuessAt) {
    const found = await this.#pool.query<{ misses: number; locked_until_ms: string }>(
      'select g.misses, g.locked_until_ms from guess g where g.subject = $1 and g.kind = $2 and g.origin = $3',
      this.#key(at),
    );
    const row = found.rows[0];
    if (row !== undefined && row.misses >= missesMax) return refuse('reset_needed');
    // Forgiven in between: the next try counts.
    const untilMs = Number(row?.locked_until_ms ?? at.nowMs);
    const seconds = Math.max(1, Math.ceil((untilMs - at.nowMs) / 1000));
    return refuse('too_many_attempts', { params: { seconds: String(seconds) } });
  }

  /**
   * Notes that a counted try was wrong, and tells the customer when it was the one that locks. For nobody it writes as
   * much, so that it takes as long.
   */
  async miss(at: GuessAt, who: Missed): Promise<void> {
    const { customer, agent, address } = who;
    const noted = { customer, nowMs: at.nowMs, agent, address };
    const touched = await this.#pool.query<{ misses: number }>(
      `with noted as (insert into security_event (customer, kind, time_ms, agent, address)
          select c.id, $6, $4, left($7, 200), $8 from customer c where c.id = $5 and $6::text is not null)
        update guess g set last_ms = greatest(g.last_ms, $4) where g.subject = $1 and g.kind = $2 and g.origin = $3
        returning g.misses`,
      [...this.#key(at), at.nowMs, customer, who.event ?? null, agent, address],
    );
    const misses = touched.rows[0]?.misses ?? 0;
    if (customer === 0n || misses === 0 || misses % lockEvery !== 0) return;
    await inTransaction(this.#pool, async (connection) => {
      await noteEvent(connection, { ...noted, kind: 'guesses_locked' });
      await tellCustomer(connection, { customer, kind: 'guesses_locked', nowMs: at.nowMs });
    });
  }

  /** The try was not made after all, because there was no room to compare it: it does not count. */
  async giveBack(at: GuessFrom): Promise<void> {
    const key = this.#key(at);
    const one = 'subject = $1 and kind = $2 and origin = $3';
    const gone = await this.#pool.query(`delete from guess where ${one} and misses = 1`, key);
    if (gone.rowCount !== 1) {
      await this.#pool.query(
        `update guess set misses = misses - 1, locked_until_ms = 0 where ${one} and misses > 1`,
        key,
      );
    }
    const own = this.#ownOf(at);
    if (own === null) return;
    await this.#pool.query(`update guess set misses = misses - 1 where ${one} and misses > 1`, [
      ...key.slice(0, 2),
      own,
    ]);
  }

  /** How many misses of passwords each of these has, from wherever, of those that were missed since then. */
  async missesOf(subjects: readonly string[], sinceMs: number): Promise<readonly number[]> {
    const keys = subjects.map((subject) => this.#key({ subject, kind: 'password', origin: '' })[0]);
    const found = await this.#pool.query<{ n: number }>(
      `select coalesce((select sum(g.misses) from guess g where g.subject = s.subject and g.kind = 'password' and g.last_ms > $2 and g.origin <> $3), 0)::int as n
        from unnest($1::bytea[]) with ordinality s (subject, at) order by s.at`,
      // Those of own devices are counted once, not also as all own together.
      [keys, sinceMs, this.#vault.keyed('own', 'guess origin')],
    );
    return found.rows.map(({ n }) => n);
  }

  /** The try was right: what came from there before it is forgotten. */
  async forgive(at: GuessFrom): Promise<void> {
    await this.#pool.query(
      `with gone as (delete from guess where subject = $1 and kind = $2 and origin = $3 returning misses)
        update guess g set misses = greatest(1, g.misses - gone.misses) from gone
          where g.subject = $1 and g.kind = $2 and g.origin = $4`,
      [...this.#key(at), this.#ownOf(at)],
    );
  }

  /** The secret is another one now: all misses at the old one are forgotten, wherever they came from. */
  async reset(subject: string, kind: GuessKind, db: Pool | Connection = this.#pool): Promise<void> {
    // Locked in the order of a try, the count of all own last.
    await db.query(
      `with locked as (select g.subject, g.kind, g.origin from guess g where g.subject = $1 and g.kind = $2
          order by g.origin = $3, g.origin for update)
        delete from guess g using locked l where (g.subject, g.kind, g.origin) = (l.subject, l.kind, l.origin)`,
      [this.#vault.keyed(subject, 'guess subject'), kind, this.#vault.keyed('own', 'guess origin')],
    );
  }

  /**
   * Forgets what was counted for names and addresses that anybody may have made up. What was locked is kept longer, so
   * that waiting gains a guesser next to nothing; what was counted for a customer stays.
   */
  async sweep(nowMs: number): Promise<void> {
    await this.#pool.query(
      `delete from guess where ages and last_ms < $1 and (misses < $3 or last_ms < $2)`,
      [nowMs - agesMs, nowMs - lockedAgesMs, lockEvery],
    );
  }

  /** Sweeps from time to time; call what it answers to end that. */
  sweepRegularly(options: { readonly now: () => number; readonly onError: (error: Error) => void }) {
    const timer = setInterval(() => {
      this.sweep(options.now()).catch(options.onError);
    }, sweepEveryMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  #key({ subject, kind, origin }: GuessFrom): [Buffer, string, Buffer] {
    return [this.#vault.keyed(subject, 'guess subject'), kind, this.#vault.keyed(origin, 'guess origin')];
  }

  /** Where all that is the customer's own is counted together; null for strangers, who are one anyway. */
  #ownOf({ origin }: GuessFrom): Buffer | null {
    return origin === '' ? null : this.#vault.keyed('own', 'guess origin');
  }
}
