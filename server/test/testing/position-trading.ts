/**
 * Customers who trade with leverage through a paused market, and their results, both from the server's tables and as the oracle
 * computes them from history and orders alone.
 */
import { fromNumeric, amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { OraclePosition } from '../../src/positions/testing/oracle.ts';
import { OracleSides } from '../../src/positions/testing/oracle-sides.ts';
import type { RecordedClosing } from '../../src/positions/testing/oracle-sides.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import type { OracleEntry, OracleReason } from '../../src/positions/testing/oracle-order.ts';
import type { Pause, PausedMarket } from './paused-market.ts';
import { randomPositions } from './random-positions.ts';
import type { RandomAct, RandomOrder } from './random-positions.ts';
import { severalAtOnce } from './replay-run.ts';
import type { ReplayRun } from './replay-run.ts';

export type Placed = {
  readonly customer: number;
  readonly symbol: string;
  readonly pause: Pause;
  readonly order: RandomOrder;
  /** The customer's action on the order in the middle pause. */
  act?: RandomAct;
  id?: string;
};

/**
 * A position as text, so that differences are readable. The location of a fill is its entry or the pause that contains the
 * entry.
 */
export type Outcome = {
  readonly order: string;
  readonly status: string;
  readonly reason: string | null;
  readonly entry: string | null;
  readonly openFee: string;
  readonly initialMargin: string;
  readonly margin: string;
  readonly openQuantity: string;
  readonly financing: string;
  readonly warned: number;
  readonly closes: readonly string[];
  /** The outcome of the order that reduces it. */
  readonly reduction: string | null;
};

export type Row = Readonly<Record<'id' | 'symbol' | 'side' | 'status' | 'open_fee' | 'margin', string>> &
  Readonly<Record<'initial_margin' | 'open_quantity' | 'financing' | 'collateral' | 'quantity', string>> &
  Readonly<
    Record<'reason' | 'price' | 'entry_price' | 'entry_seq' | 'stop_kind' | 'reduction', string | null>
  > & {
    readonly warned: number;
    readonly closes: readonly ClosedPart[];
  };
export type ClosedPart = Readonly<
  Record<'quantity' | 'price' | 'tape_seq' | 'pnl' | 'fee' | 'financing' | 'shortfall' | 'reason', string> &
    Record<'offset' | 'charge' | 'journal_seq', string>
> & { readonly charged?: readonly { readonly position: string; readonly amount: string }[] };

export type Trading = {
  readonly seed: string;
  readonly reach: number;
  readonly first: number;
  readonly later: number;
};

const CUSTOMERS = 2;
/** The difference between the orders' expiries. It is not a whole multiple of the histories' periods. */
const RESTS_MS = 7.5 * 60_000;
/**
 * The first customer takes both sides of every symbol. The second takes one side of each symbol, partly with experience credit.
 */
const SIDES = ['long', 'short'] as const;

/**
 * Opens positions in the first pause, lets the market run, changes and opens positions in the middle pause, and closes one
 * customer's positions at the end.
 */
export async function tradeThrough(
  run: ReplayRun,
  trading: Trading,
  onTheWay: () => Promise<void>,
): Promise<Placed[]> {
  const random = randomPositions(trading.seed, trading);
  const placed: Placed[] = [];
  const place = async (count: number, pause: Pause): Promise<void> => {
    const symbols = [...run.market.files.keys()];
    const fresh = Array.from({ length: count }, (_, at): Placed => {
      const customer = at % CUSTOMERS;
      const nth = (at >> 1) % symbols.length;
      const symbol = symbols[nth]!;
      const only = customer === 0 ? undefined : SIDES[nth % SIDES.length];
      const head = run.market.first(symbol, pause);
      const order = random.order(instruments.get(symbol)!, head, { only, hasStops: pause === 'middle' });
      // Many of the timed orders expire before the market ends.
      const isTimed = (order.limit ?? order.stop) !== undefined && at % 3 !== 0;
      const rests = isTimed ? { expiresMs: run.market.standsMs(pause) + RESTS_MS * (1 + (at % 10)) } : {};
      return { customer, symbol, pause, order: { ...order, ...rests } };
    });
    const works = fresh.map((one, at) => async () => {
      one.id = await run.submit(one.customer, `${pause}-${at}`, one.symbol, one.order);
    });
    await severalAtOnce(works);
    placed.push(...fresh);
  };
  await place(trading.first, 'beginning');
  await onTheWay();
  await run.runTo('middle');
  await actOnThem(run, random, placed);
  await place(trading.later, 'middle');
  await run.runTo('end');
  await run.done('lever/dealall', { customer: 0, key: 'close-all', fields: {} });
  await run.done('lever/cancel_all', { customer: 0, key: 'cancel-all', fields: {} });
  return placed;
}

async function actOnThem(
  run: ReplayRun,
  random: ReturnType<typeof randomPositions>,
  placed: readonly Placed[],
): Promise<void> {
  const rows = await positionsOf(run);
  for (const one of placed) {
    const row = rows.get(one.id!)!;
    if (row.status !== 'open' && row.status !== 'pending') continue;
    const standing = {
      isPending: row.status === 'pending',
      side: one.order.side,
      price: fromNumeric(row.entry_price ?? row.price ?? '0'),
      openQuantity: fromNumeric(row.open_quantity),
      collateral: one.order.collateral,
      stopReason: row.stop_kind === null ? null : row.stop_kind === 'loss' ? 'stop_loss' : 'profit_lock',
      order: one.order,
    } as const;
    const act = random.act(instruments.get(one.symbol)!, standing, run.market.first(one.symbol, 'middle'));
    if (act !== undefined) one.act = act;
  }
  await severalAtOnce(
    placed.flatMap((one, at) => (one.act === undefined ? [] : [() => perform(run, one, at)])),
  );
}

async function perform(run: ReplayRun, { act, customer, id }: Placed, at: number): Promise<void> {
  if (act === undefined || id === undefined) return;
  const key = `act-${at}`;
  if (act.kind === 'change') return run.change(customer, key, id, act.change);
  if (act.kind === 'amend') return run.amend(customer, key, id, act.amendment);
  if (act.kind === 'reduce') return run.reduce(customer, key, id, act.reduction);
  if (act.kind === 'cancel') return run.done('lever/cancel', { customer, key, fields: { id } });
  const isForex = [...run.market.files.keys()].some((symbol) => !symbol.endsWith('/USDT'));
  const part = act.quantity === undefined ? {} : { quantity: formatAmount(act.quantity) };
  await run.done(isForex ? 'lever/whclose' : 'lever/close', { customer, key, fields: { id, ...part } });
}

export async function positionsOf(run: ReplayRun): Promise<Map<string, Row>> {
  const { rows } = await run.pool.query<Row>(
    `select p.*, (select case r.status when 'pending' then r.status else r.reason end from position r
        where r.book = p.book and r.reduces = p.id) as reduction
      from position p where p.reduces is null order by p.id`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the positions as the oracle computes them from history and orders, examined at each entry, and the part of the
 * shortfalls on each symbol that the same customers' other sides bore.
 */
export function oraclesOf(
  market: PausedMarket,
  placed: readonly Placed[],
  rows: ReadonlyMap<string, Row>,
): { readonly oracles: ReadonlyMap<Placed, OraclePosition>; readonly borne: ReadonlyMap<string, Amount> } {
  const inOrder = placed.toSorted((one, other) => (BigInt(one.id!) < BigInt(other.id!) ? -1 : 1));
  const oracles = new Map<Placed, OraclePosition>();
  const borne = new Map<string, Amount>();
  for (const [symbol, entries] of market.entries) {
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      const theirs = inOrder.filter((one) => one.symbol === symbol && one.customer === customer);
      const positionOf = (id: string): OraclePosition | undefined => {
        const one = theirs.find((order) => order.id === id);
        return one === undefined ? undefined : oracles.get(one);
      };
      const sides = new OracleSides((seq) => closingsAt(theirs, { rows, seq, positionOf }));
      const place = (pause: Pause, entry: OracleEntry): void => {
        for (const one of theirs.filter((order) => order.pause === pause)) {
          const position = new OraclePosition(instruments.get(symbol)!, one.order, entry);
          oracles.set(one, position);
          sides.add(position);
        }
      };
      for (const entry of entries) {
        sides.at(entry);
        if (entry === market.first(symbol, 'beginning')) place('beginning', entry);
        if (entry === market.first(symbol, 'middle')) {
          for (const one of theirs) actAt(one, oracles.get(one), entry);
          place('middle', entry);
        }
        if (entry === market.first(symbol, 'end') && customer === 0)
          for (const one of theirs) endAt(oracles.get(one)!, entry);
      }
      borne.set(symbol, (borne.get(symbol) ?? 0n) + sides.borne);
    }
  }
  return { oracles, borne };
}

/** The closings of these orders at an entry, in the order of their journals. */
function closingsAt(
  theirs: readonly Placed[],
  {
    rows,
    seq,
    positionOf,
  }: {
    readonly rows: ReadonlyMap<string, Row>;
    readonly seq: number;
    readonly positionOf: (id: string) => OraclePosition | undefined;
  },
): RecordedClosing[] {
  const found = theirs.flatMap(({ id }) =>
    (rows.get(id!)?.closes ?? [])
      .filter((part) => parseInt(part.tape_seq, 10) === seq)
      .map((part) => ({ part, position: positionOf(id!) })),
  );
  return found
    .toSorted((one, other) => parseInt(one.part.journal_seq, 10) - parseInt(other.part.journal_seq, 10))
    .map(({ part, position }) => ({
      position,
      reason: part.reason as OracleReason,
      offset: amount(part.offset),
      charged: (part.charged ?? []).map((line) => ({
        position: positionOf(line.position),
        amount: amount(line.amount),
      })),
    }));
}

function actAt({ act }: Placed, position: OraclePosition | undefined, entry: OracleEntry): void {
  const isAlive = position?.status === 'open' || position?.status === 'pending';
  if (position === undefined || act === undefined || !isAlive) return;
  if (act.kind === 'change') position.change(act.change, entry);
  else if (act.kind === 'amend') position.amend(act.amendment);
  else if (act.kind === 'reduce') position.reduce(act.reduction);
  else if (act.kind === 'cancel') position.cancel();
  else position.close(entry, act.quantity);
}

/** Closes everything and cancels the rest. */
function endAt(position: OraclePosition, entry: OracleEntry): void {
  if (position.status === 'pending') position.cancel();
  if (position.status !== 'open') return;
  position.close(entry, position.openQuantity, 'close_all');
}

/** Describes an order as text, so that differences are readable. */
function orderText({ symbol, order, pause, act }: Placed): string {
  const amounts = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? formatAmount(value) : value;
  return `${symbol} ${pause} ${JSON.stringify({ ...order, act }, amounts)}`;
}

export function outcomeOfRow(market: PausedMarket, one: Placed, row: Row): Outcome {
  const exact = (text: string): string => formatAmount(fromNumeric(text));
  const where = (seq: string): string => market.whereIs(one.symbol, parseInt(seq, 10));
  return {
    order: orderText(one),
    status: row.status,
    reason: row.reason,
    entry:
      row.entry_price === null ? null : `${exact(row.entry_price)} at ${where(row.entry_seq ?? 'nowhere')}`,
    openFee: exact(row.open_fee),
    initialMargin: exact(row.initial_margin),
    margin: exact(row.margin),
    openQuantity: exact(row.open_quantity),
    financing: exact(row.financing),
    warned: row.warned,
    closes: row.closes.map((part) => closeText({ ...part, where: where(part.tape_seq) })),
    reduction: row.reduction,
  };
}

export function outcomeOfOracle(market: PausedMarket, one: Placed, position: OraclePosition): Outcome {
  const where = (seq: number): string => market.whereIs(one.symbol, seq);
  return {
    order: orderText(one),
    status: position.status,
    reason: position.reason,
    entry:
      position.entryPrice === null
        ? null
        : `${formatAmount(position.entryPrice)} at ${where(position.entrySeq ?? 0)}`,
    openFee: formatAmount(position.openFee),
    initialMargin: formatAmount(position.initialMargin),
    margin: formatAmount(position.margin),
    openQuantity: formatAmount(position.openQuantity),
    financing: formatAmount(position.financing),
    warned: position.warned,
    reduction: position.reduction,
    closes: position.closes.map(({ quantity, price, seq, pnl, fee, financing, charge, shortfall, reason }) =>
      closeText({
        quantity: formatAmount(quantity),
        price: formatAmount(price),
        where: where(seq),
        pnl: formatAmount(pnl),
        fee: formatAmount(fee),
        financing: formatAmount(financing),
        charge: formatAmount(charge),
        shortfall: formatAmount(shortfall),
        reason,
      }),
    ),
  };
}

function closeText(
  part: Omit<ClosedPart, 'tape_seq' | 'offset' | 'journal_seq' | 'charged'> & { readonly where: string },
): string {
  const { quantity, price, where, reason, pnl, fee, financing, charge, shortfall } = part;
  const costs = `fee ${fee} financing ${financing} charge ${charge}`;
  return `${quantity} at ${price} at ${where} by ${reason}: pnl ${pnl} ${costs} short ${shortfall}`;
}

/** The amounts of each account over all positions of a symbol. */
export type Books = Readonly<Record<string, Amount>>;

/** The amounts that the positions of each symbol moved in the ledger, with all customers' accounts combined. */
export async function booksOf(run: ReplayRun): Promise<Map<string, Books>> {
  const { rows } = await run.pool.query<{ symbol: string; account: string; moved: string }>(
    `select o.symbol, case when is_house(p.account) then p.account::text else 'customers' end as account,
        sum(p.amount) as moved
      from position o
      join journal j on j.book = o.book and j.ref = 'position:' || o.id
      join posting p on p.book = j.book and p.seq = j.seq
      group by 1, 2 having sum(p.amount) <> 0`,
  );
  const books = new Map<string, Record<string, Amount>>();
  for (const { symbol, account, moved } of rows) {
    books.set(symbol, { ...books.get(symbol), [account]: amount(formatAmount(fromNumeric(moved))) });
  }
  return books;
}
