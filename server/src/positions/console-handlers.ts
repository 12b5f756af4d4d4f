/** The operators' call that explains why a position was closed. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { languageDefault } from '@candor/protocol/languages.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import type { Pool } from '../db/pool.ts';
import { languageOf } from '../identity/chosen-language.ts';
import { readEntries } from '../quotes/tape-store.ts';
import { endingOf, textOf } from './explaining.ts';
import type { Ending } from './explaining.ts';
import type { Instruments } from './market.ts';

/** The entries of the tape that are drawn before the closing, and after it. */
const BEFORE = 400n;
const AFTER = 100n;

export function positionsConsoleHandlers(deps: {
  readonly pool: Pool;
  readonly instruments: Instruments;
}): Pick<ConsoleHandlers, 'GET explanation'> {
  return {
    'GET explanation': async ({ customer, position }) => {
      const book = BigInt(customer);
      const found = await endingOf(deps, { book, id: BigInt(position) });
      if (!found.ok) return found;
      const [path, chosen] = await Promise.all([pathOf(deps.pool, found.value), languageOf(deps.pool, book)]);
      const language = chosen ?? languageDefault;
      return ok({ ...figuresOf(found.value), path, language, text: textOf(found.value, language) });
    },
  };
}

function orNull(value: Amount | null): string | null {
  return value === null ? null : formatAmount(value);
}

function figuresOf({ row, reason, close, entry, figures, margin, paidBack, level, covered }: Ending) {
  return {
    ...{ reason, symbol: row.symbol, side: row.side, quantity: close.quantity, leverage: row.leverage },
    entry: { seq: Number(entry.seq), time_ms: entry.timeMs, price: formatAmount(entry.price) },
    close: { seq: Number(close.tape_seq), time_ms: close.time_ms, price: close.price },
    ...{ level: orNull(level), distance: orNull(row.trailing) },
    liquidation_price: orNull(figures.liquidationPrice),
    ...{ margin: formatAmount(margin), initial_margin: formatAmount(row.initialMargin) },
    ...{ financing: close.financing, pnl: close.pnl, fee: close.fee },
    ...{ equity: formatAmount(figures.equity), health: formatAmount(figures.health) },
    ...{ paid_back: formatAmount(paidBack), covered: formatAmount(covered) },
  };
}

/** A long is closed at the bid, a short at the ask. Entries that are not quotes are left out. */
async function pathOf(pool: Pool, { row, close }: Ending) {
  const seq = BigInt(close.tape_seq);
  const fromSeq = seq > BEFORE ? seq - BEFORE : 1n;
  const entries = await readEntries(pool, {
    ...{ symbol: row.symbol, fromSeq, limit: Number(seq - fromSeq + AFTER) },
  });
  return entries
    .filter((one) => one.gap !== true)
    .map((one) => ({
      seq: Number(one.seq),
      time_ms: one.timeMs,
      price: formatAmount(row.side === 'long' ? one.bid : one.ask),
    }));
}
