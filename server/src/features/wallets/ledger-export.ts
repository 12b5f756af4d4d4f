/** Exports a customer's ledger as plain text. The number of exports is limited, so that they don't delay other requests. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { CallAnswer } from '../../calls/handler.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import { Throttle } from '../../flow/throttle.ts';
import { customerText } from '../../ledger/ledger-text.ts';

export type ExportLimits = {
  readonly exportJournalsMax: number;
  readonly exportsMax: number;
  readonly exportsWindowMs: number;
  readonly exportsAtOnceMax: number;
  readonly journalsAtOnce: number;
};

export class LedgerExports {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #limits: ExportLimits;
  readonly #throttle: Throttle;
  #running = 0;

  constructor({ pool, limits }: { readonly pool: Pick<Pool, 'query'>; readonly limits: ExportLimits }) {
    this.#pool = pool;
    this.#limits = limits;
    this.#throttle = new Throttle({
      max: limits.exportsMax,
      windowMs: limits.exportsWindowMs,
      keysMax: 100_000,
    });
  }

  async of(book: bigint, nowMs: number): Promise<CallAnswer<'GET wallet/ledger'>> {
    if (this.#running >= this.#limits.exportsAtOnceMax) return refuse('busy');
    const wait = waitRefusal(this.#throttle.take(book.toString(), nowMs));
    if (wait !== undefined) return wait;
    this.#running += 1;
    try {
      const { exportJournalsMax: journalsMax, journalsAtOnce } = this.#limits;
      const parts: string[] = [];
      for await (const part of customerText(this.#pool, { book, journalsMax, journalsAtOnce }))
        parts.push(part);
      return ok({ text: parts.join('') });
    } finally {
      this.#running -= 1;
    }
  }
}
