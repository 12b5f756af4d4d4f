/**
 * Records operators' attempts at actions that their role forbids. The number of records per operator and hour is limited, so that
 * no operator can bury actions under denials. The last record states that further ones aren't recorded.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { LIMITS } from '../limits.ts';
import { appendRecord } from './audit.ts';
import type { Operator } from './operators.ts';

type Hour = { readonly endsMs: number; count: number };

export class Denials {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #hours = new Map<string, Hour>();

  constructor({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
    this.#pool = pool;
    this.#now = now;
  }

  /** `call` names the denied call, such as "GET operators". */
  async note(operator: Operator, call: string): Promise<void> {
    const nowMs = this.#now();
    const max = LIMITS.console.denialsHourMax;
    const count = this.#count(operator.account, nowMs);
    if (count > max) return;
    const after =
      count === max ? { further_kept_after: Math.floor(this.#endOf(operator.account) / 1000) } : {};
    await inTransaction(this.#pool, (connection) =>
      appendRecord(
        connection,
        { action: 'denied', subject: `call:${call}`, before: {}, after, reason: undefined },
        { operator, nowMs },
      ),
    );
  }

  #count(account: string, nowMs: number): number {
    const known = this.#hours.get(account);
    const hour = known !== undefined && known.endsMs > nowMs ? known : { endsMs: nowMs + HOUR_MS, count: 0 };
    hour.count += 1;
    this.#hours.set(account, hour);
    return hour.count;
  }

  #endOf(account: string): number {
    return this.#hours.get(account)?.endsMs ?? 0;
  }
}
