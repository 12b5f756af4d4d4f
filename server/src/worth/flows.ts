/** A customer's deposits and withdrawals, which performance must not count as gains or losses. */
import { valueInUsdt } from '@candor/domain/ledger/valuation.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { MINUTE_MS } from '@candor/domain/time.ts';
import type { flowKinds } from '@candor/protocol/portfolio/kinds.ts';
import type { Pool } from '../db/pool.ts';
import { readRawFlows } from '../ledger/own-flows.ts';
import type { RawFlow } from '../ledger/own-flows.ts';
import { firstJournalMs } from '../ledger/own-movements.ts';
import { dayEndKey } from '../quotes/day-bids.ts';
import type { DayBids } from '../quotes/day-bids.ts';

type FlowKind = (typeof flowKinds)[number];

const KINDS: Readonly<Record<string, FlowKind>> = {
  deposit: 'deposit',
  withdrawal_pay: 'withdrawal',
  demo_grant: 'grant',
  start_over: 'start_over',
  manual_correction: 'correction',
};

export type OwnFlow = {
  readonly timeMs: number;
  readonly kind: FlowKind;
  readonly currency: string;
  /** Positive for a deposit, negative for a withdrawal. */
  readonly amount: Amount;
  /** The value in USDT, at the last bid of the minute before. */
  readonly value: Amount;
};

export type Flows = {
  /** The flows, oldest first. */
  readonly flows: readonly OwnFlow[];
  /** When the account was opened or last started over; null for an account without journals. */
  readonly beganMs: number | null;
};

type FlowsDeps = { readonly pool: Pick<Pool, 'query'>; readonly dayBids: Pick<DayBids, 'at'> };

const RESTARTING = 'start_over';

/**
 * Returns the newest flows, at most `max` of them. If there are more, performance begins at the oldest one that was read. The
 * fee of a withdrawal is a cost, so it is not part of the flow. After starting over, an account holds only its new grant,
 * whatever it held before, so the new balance is the flow.
 */
export async function readFlows(
  { pool, dayBids }: FlowsDeps,
  { book, nowMs, max }: { readonly book: bigint; readonly nowMs: number; readonly max: number },
): Promise<Flows> {
  const kinds = Object.keys(KINDS).filter((kind) => kind !== RESTARTING);
  const raw = await readRawFlows(pool, {
    ...{ book, kinds, charging: ['withdrawal_pay'], restarting: RESTARTING, max },
  });
  const flows = await valued(dayBids, raw, nowMs);
  const restart = flows.findLast(({ kind }) => kind === 'start_over');
  const oldest = raw.length < max ? await firstJournalMs(pool, book) : flows[0]?.timeMs;
  return { flows, beganMs: restart?.timeMs ?? oldest ?? null };
}

async function valued(
  dayBids: Pick<DayBids, 'at'>,
  raw: readonly RawFlow[],
  nowMs: number,
): Promise<readonly OwnFlow[]> {
  const endOf = ({ currency, timeMs }: RawFlow) => ({
    symbol: `${currency}/USDT`,
    endMs: Math.floor(timeMs / MINUTE_MS) * MINUTE_MS,
  });
  const bids = await dayBids.at(raw.filter(({ currency }) => currency !== 'USDT').map(endOf), nowMs);
  return raw.map((flow) => {
    const kind = KINDS[flow.kind];
    if (kind === undefined)
      throw new Error(`expected a journal that moves money in or out, found ${flow.kind}`);
    const { timeMs, currency, amount } = flow;
    const value = valueInUsdt(currency, amount, () => bids.get(dayEndKey(endOf(flow))));
    return { timeMs, kind, currency, amount, value };
  });
}
