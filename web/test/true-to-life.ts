/** Rules that a server always follows although no schema states them. They make generated answers realistic. */
import { noticeTopics } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Input } from './answers.ts';
import { CURRENCIES, instruments, nth } from './instruments.ts';
import type { Instrument } from './instruments.ts';

type Row = Record<string, unknown>;

function quotationOf({ symbol, kind, price, tick }: Instrument, made: Row): Row {
  const [base, quote] = symbol.split('/');
  const open = { open: true, closed_because: null, reopens_at: null, offered: true };
  const prices = { bid: price, ask: price, last: price, high_24h: price, low_24h: price };
  return {
    ...made,
    ...open,
    ...prices,
    symbol,
    kind,
    base,
    quote,
    tick_size: tick,
    spot: kind === 'crypto',
    change_24h: '-1.25',
  };
}

/** The fields of rows that were not generated, because every customer sees all instruments. */
const PLAIN: Row = {
  volume_24h: '1234.5',
  tape_seq: 1000,
  time: Math.floor(Date.now() / 1000),
  quantity_step: '0.0001',
  quantity_min: '0.0001',
  quantity_max: '1000',
  spot_fee_rate: '0.001',
  spark: ['1', '2', '1.5'],
};

function quotations(kinds: readonly Instrument['kind'][]): (made: unknown) => Row[] {
  return (made) =>
    instruments
      .filter(({ kind }) => kinds.includes(kind))
      .map((instrument, at) => {
        const row = quotationOf(instrument, { ...PLAIN, ...(made as Row[])[at] });
        const lots = {
          contract_size: '100000',
          pip_size: '0.0001',
          leverages: [1, 10, 30],
          fee_rate: '0.00002',
        };
        return { ...lots, ...row };
      });
}

/** Returns one wallet per currency, in a fixed order, always including USDT. */
function wallets(made: unknown): Row[] {
  const rows = made as Row[];
  return rows.length === 0
    ? []
    : rows.slice(0, CURRENCIES.length).map((row, at) => ({ ...row, currency: CURRENCIES[at] }));
}

/** The statuses of rows by the requested part, for answers that contain only that part. */
const POSITIONS: Readonly<Record<string, readonly string[]>> = {
  holding: ['open', 'closing'],
  in_transaction: ['pending'],
  completed: ['closed', 'cancelled'],
};

function positionOf(made: Row, at: number, asked: unknown): Row {
  const could = POSITIONS[String(asked)];
  const status = could === undefined ? String(made['status']) : could[at % could.length];
  const opened = status !== 'pending' && status !== 'cancelled';
  const price = nth(instruments, at).price;
  const now = Math.floor(Date.now() / 1000);
  const entry = opened
    ? {
        entry_price: price,
        entry_seq: 1000,
        entry_time: now - 600,
        entry_time_ms: (now - 600) * 1000,
        entry_rate: '1',
      }
    : { entry_price: null, entry_seq: null, entry_time: null, entry_time_ms: null, entry_rate: null };
  const ended = status === 'closed' || status === 'cancelled';
  const closing = {
    closing_quantity: status === 'closing' ? '0.5' : null,
    closed_time: ended ? now - 60 : null,
  };
  return {
    ...made,
    ...entry,
    ...closing,
    ...(ended ? { change: null } : {}),
    status,
    type: opened ? 'market' : 'limit',
    price: opened ? null : price,
    close_price: ended ? price : null,
  };
}

/** Adjusts all positions in an answer, at any depth. */
function withPositions(value: unknown, asked: unknown, at = 0): unknown {
  if (Array.isArray(value)) return value.map((one, index) => withPositions(one, asked, index));
  if (typeof value !== 'object' || value === null) return value;
  const row = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withPositions(one, asked)]),
  );
  return 'open_quantity' in row ? positionOf(row, at, asked) : row;
}

/** A setting must refer to an existing topic, although the schema accepts any string. */
function noticeChoices(made: Row[]): Row[] {
  const topics = Object.keys(noticeTopics);
  return made.map((row, at) => ({ ...row, topic: topics[at % topics.length] }));
}

/** Lines of the public list in its form, which the schema does not state. */
function ownFills(made: Row): Row {
  const fills = (made['fills'] as Row[]).map((row, at) => {
    const { symbol, price } = nth(instruments, at);
    const line = [`${at}`.repeat(64), 'spot', symbol, 'buy', 'market', 1_790_000_000_000, 7, 500, '', price];
    return { ...row, line: [...line, price, 7, 1_790_000_000_000, price, 1_790_000_000_500, 2].join('|') };
  });
  return { ...made, fills };
}

/** A history is generated only in the first minute of a demo. */
const withoutHistory = (made: Row): Row => ({ ...made, history: null });

const byCall: Partial<Record<CallName, (made: never) => unknown>> = {
  'GET currency/quotation_new': quotations(['crypto', 'forex', 'metal']),
  'GET currency/whlist': quotations(['forex', 'metal']),
  'POST wallet/list': wallets,
  'GET demo': withoutHistory,
  'GET user/notice_choices': noticeChoices,
  'GET transparency/own_fills': ownFills,
  // A customer without an authenticator receives the data for setting one up.
  'POST safe/google': (made: Row) => ({
    secret: 'JBSWY3DPEHPK3PXP',
    otpauth_url: 'otpauth://totp/Candor:lena?secret=JBSWY3DPEHPK3PXP&issuer=Candor',
    ...made,
  }),
};

export function trueToLife(name: CallName, made: unknown, input: Input): unknown {
  const asked = name === 'POST lever/deal' || name === 'GET currency/whtrade' ? 'holding' : input['status'];
  return withPositions(byCall[name]?.(made as never) ?? made, asked);
}
