/**
 * Counts attempts at secrets that can be guessed: passwords, codes, trading passwords. An attempt is counted in the database
 * before it is compared, so a hundred parallel attempts count as a hundred and a restart resets nothing. Five failures lock their
 * origin for an hour; twenty lock it until the secret is reset or the failures decay; decay takes hours or days for each.
 * Attempts from the customer's own devices are counted separately, so attackers on other devices can't lock the customer out. All
 * own devices together have a limit too, since an attacker who has the password can create any number of devices.
 *
 * Names and addresses that don't exist are counted and locked in exactly the same way, so that they can't be distinguished from
 * existing ones.
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
  /** The secret's owner: "customer:100001", "operator:ada", "name:lena", "mail:x@example.com" or "phone:+441632960001". */
  readonly subject: string;
  readonly kind: GuessKind;
  /** '' for an unknown origin; "device:…" or "address:…" for one of the customer's own. */
  readonly origin: string;
  readonly nowMs: number;
};

type GuessFrom = Pick<GuessAt, 'subject' | 'kind' | 'origin'>;

/** The customer whose secret was tried, or 0n if there is none, and the channel by which to notify them. */
export type Missed = {
  readonly customer: bigint;
  readonly agent: string;
  readonly address: string;
  /** Recorded for each failure. If absent, only a lock is recorded. */
  readonly event?: SecurityEventKind;
};

/** Subjects whose names and addresses may not exist. */
const MADE_UP = /^(?:name|mail|phone):/;
const { lockEvery, lockMs, missesMax, ownMissesMax, decayMs, agesMs, lockedAgesMs, sweepEveryMs } =
  LIMITS.failedAttempts;

/**
 * SQL for the failures that remain after decay; $4 is now, and $11 is the time in which one failure decays. Concurrent attempts
 * may arrive out of order. An attempt older than the last one decays no failure and counts as one.
 */
const LEFT = 'greatest(0, g.misses - floor(greatest(0, $4 - g.last_ms)::numeric / $11)::int)';

export class FailedAttempts {
  readonly #pool: Pool;
  readonly #vault: Vault;

  constructor({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }) {
    this.#pool = pool;
    this.#vault = vault;
  }

  /** Counts an attempt before it is made. Returns the violation if no attempt is left. */
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
    // The lock was cleared in the meantime, so the next attempt may succeed.
    const untilMs = Number(row?.locked_until_ms ?? at.nowMs);
    const seconds = Math.max(1, Math.ceil((untilMs - at.nowMs) / 1000));
    return refuse('too_many_attempts', { params: { seconds: String(seconds) } });
  }

  /**
   * Records that a counted attempt failed, and notifies the customer if it caused a lock. For a subject that doesn't exist, it
   * writes just as much, so that timing reveals nothing.
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

  /** Refunds an attempt that wasn't compared, because the hashing queue was full. */
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

  /** Returns the failures of each subject since the given time, from any origin. */
  async missesOf(subjects: readonly string[], sinceMs: number): Promise<readonly number[]> {
    const keys = subjects.map((subject) => this.#key({ subject, kind: 'password', origin: '' })[0]);
    const found = await this.#pool.query<{ n: number }>(
      `select coalesce((select sum(g.misses) from guess g where g.subject = s.subject and g.kind = 'password' and g.last_ms > $2 and g.origin <> $3), 0)::int as n
        from unnest($1::bytea[]) with ordinality s (subject, at) order by s.at`,
      // Attempts from a subject's own devices are also counted in a total, which is excluded here.
      [keys, sinceMs, this.#vault.keyed('own', 'guess origin')],
    );
    return found.rows.map(({ n }) => n);
  }

  /** Clears the earlier failures of the origin. Must be called after a successful attempt. */
  async forgive(at: GuessFrom): Promise<void> {
    await this.#pool.query(
      `with gone as (delete from guess where subject = $1 and kind = $2 and origin = $3 returning misses)
        update guess g set misses = greatest(1, g.misses - gone.misses) from gone
          where g.subject = $1 and g.kind = $2 and g.origin = $4`,
      [...this.#key(at), this.#ownOf(at)],
    );
  }

  /** Clears all failures at the old secret, from any origin. Must be called after the secret was replaced. */
  async reset(subject: string, kind: GuessKind, db: Pool | Connection = this.#pool): Promise<void> {
    // Rows are locked in the same order as by an attempt: the total of the subject's own devices comes last.
    await db.query(
      `with locked as (select g.subject, g.kind, g.origin from guess g where g.subject = $1 and g.kind = $2
          order by g.origin = $3, g.origin for update)
        delete from guess g using locked l where (g.subject, g.kind, g.origin) = (l.subject, l.kind, l.origin)`,
      [this.#vault.keyed(subject, 'guess subject'), kind, this.#vault.keyed('own', 'guess origin')],
    );
  }

  /**
   * Deletes old counts of names and addresses that may not exist. Locked ones are kept longer, so that an attacker gains almost
   * nothing by waiting. Counts of customers are kept.
   */
  async sweep(nowMs: number): Promise<void> {
    await this.#pool.query(
      `delete from guess where ages and last_ms < $1 and (misses < $3 or last_ms < $2)`,
      [nowMs - agesMs, nowMs - lockedAgesMs, lockEvery],
    );
  }

  /** Deletes old counts periodically, until the returned function is called. */
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

  /**
   * Returns the key of the total over all of the customer's own origins, or null for an unknown origin, because all unknown
   * origins already count as one.
   */
  #ownOf({ origin }: GuessFrom): Buffer | null {
    return origin === '' ? null : this.#vault.keyed('own', 'guess origin');
  }
}
