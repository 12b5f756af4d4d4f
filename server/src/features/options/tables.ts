/** The row of a short option, as the executor reads and writes it. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { OptionSide } from '@candor/domain/trading/option.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { RowTable } from '../../commands/table.ts';

export type VoidReason = 'gap_strike' | 'gap_expiry' | 'start_over';

export type TicketRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly product: 'crypto' | 'forex';
  readonly symbol: string;
  readonly side: OptionSide;
  readonly seconds: number;
  readonly currency: StakeCurrency;
  /** Paid from the option account, or with experience credit. */
  readonly source: 'option' | 'promo';
  readonly stake: Amount;
  readonly payoutRatio: Amount;
  /** What a win gains on top of the stake. */
  readonly profit: Amount;
  /** Both as they were worth in USDT when it was accepted. */
  readonly stakeUsdt: Amount;
  readonly profitUsdt: Amount;
  readonly status: 'open' | 'won' | 'lost' | 'tied' | 'void';
  readonly reason: VoidReason | null;
  readonly acceptedMs: number;
  /** Of the wall clock, by which its terms counted. */
  readonly acceptedWallMs: number;
  /** The newest entry of the tape when it was accepted; the next one is the strike. */
  readonly acceptedSeq: bigint;
  readonly expiresMs: number;
  readonly strike: Amount | null;
  readonly strikeMs: number | null;
  readonly settle: Amount | null;
  readonly settleSeq: bigint | null;
  readonly settledMs: number | null;
  readonly pnl: Amount;
  /** For own limits: days of UTC by the wall clock. */
  readonly placedDay: number;
  readonly endedDay: number | null;
};

/** What stakes can be paid in, and with them what a win pays. */
export const STAKE_CURRENCIES = ['USDT', 'BTC', 'ETH'] as const;
export type StakeCurrency = (typeof STAKE_CURRENCIES)[number];

export const tickets: RowTable<TicketRow> = {
  name: 'option_ticket',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('product', (row) => row.product)),
    fixed(word('symbol', (row) => row.symbol)),
    fixed(word('side', (row) => row.side)),
    fixed(whole('seconds', (row) => row.seconds)),
    fixed(word('currency', (row) => row.currency)),
    fixed(word('source', (row) => row.source)),
    fixed(amountColumn('stake', (row) => row.stake)),
    fixed(amountColumn('payout_ratio', (row) => row.payoutRatio)),
    fixed(amountColumn('profit', (row) => row.profit)),
    fixed(amountColumn('stake_usdt', (row) => row.stakeUsdt)),
    fixed(amountColumn('profit_usdt', (row) => row.profitUsdt)),
    word('status', (row) => row.status),
    word('reason', (row) => row.reason),
    fixed(whole('accepted_ms', (row) => row.acceptedMs)),
    fixed(whole('accepted_wall_ms', (row) => row.acceptedWallMs)),
    fixed(whole('accepted_seq', (row) => row.acceptedSeq)),
    fixed(whole('expires_ms', (row) => row.expiresMs)),
    amountColumn('strike', (row) => row.strike),
    whole('strike_ms', (row) => row.strikeMs),
    amountColumn('settle', (row) => row.settle),
    whole('settle_seq', (row) => row.settleSeq),
    whole('settled_ms', (row) => row.settledMs),
    amountColumn('pnl', (row) => row.pnl),
    fixed(whole('placed_day', (row) => row.placedDay)),
    whole('ended_day', (row) => row.endedDay),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status = 'open'`,
  isOpen: (row) => row.status === 'open',
  read: readTicket,
};

/** Reads a row of `option_ticket`, each value as the text that PostgreSQL sent. */
export function readTicket(raw: Readonly<Record<string, string | null>>): TicketRow {
  const { text, orNull } = valuesOf(raw);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    product: text('product') as TicketRow['product'],
    symbol: text('symbol'),
    side: text('side') as OptionSide,
    seconds: Number(text('seconds')),
    currency: text('currency') as StakeCurrency,
    source: text('source') as TicketRow['source'],
    stake: fromNumeric(text('stake')),
    payoutRatio: fromNumeric(text('payout_ratio')),
    profit: fromNumeric(text('profit')),
    stakeUsdt: fromNumeric(text('stake_usdt')),
    profitUsdt: fromNumeric(text('profit_usdt')),
    status: text('status') as TicketRow['status'],
    reason: orNull('reason', (value) => value as VoidReason),
    acceptedMs: Number(text('accepted_ms')),
    acceptedWallMs: Number(text('accepted_wall_ms')),
    acceptedSeq: BigInt(text('accepted_seq')),
    expiresMs: Number(text('expires_ms')),
    strike: orNull('strike', fromNumeric),
    strikeMs: orNull('strike_ms', Number),
    settle: orNull('settle', fromNumeric),
    settleSeq: orNull('settle_seq', BigInt),
    settledMs: orNull('settled_ms', Number),
    pnl: fromNumeric(text('pnl')),
    // A row from before days were kept counts by the market's.
    placedDay: orNull('placed_day', Number) ?? dayOf(Number(text('accepted_ms'))),
    endedDay: orNull('ended_day', Number),
  };
}
