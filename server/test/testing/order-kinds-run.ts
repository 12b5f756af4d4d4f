/** One replay of history with spot orders of every kind, judged by the oracle. */
import { expect } from 'vitest';
import type { Amount } from '@candor/domain/money/amount.ts';
import { breaches } from '../../src/app/breaches.ts';
import { judgeOneOfEachSpot } from './evidenced.ts';
import { PAUSE_MS } from './paused-market.ts';
import type { Stretch } from './paused-market.ts';
import { ReplayRun } from './replay-run.ts';
import { balancesOf, judgeOrders, spotBalances, spotRows, spotTape } from './spot-ends.ts';
import type { JudgedOrder } from './spot-ends.ts';
import type { SpotEntry } from './spot-oracle.ts';
import { CUSTOMERS, SpotTraders } from './spot-trading.ts';
import type { SpotTrading } from './spot-trading.ts';

export type OrderReplay = Stretch & SpotTrading;

/**
 * Replays, and expects the outcome of every order, every balance and the books to match the oracle and the audit. Returns
 * how often each kind of outcome occurred.
 */
export async function replayOrderKinds(replay: OrderReplay): Promise<ReadonlyMap<string, number>> {
  const run = await ReplayRun.start(replay, { money: 'spot' });
  try {
    await run.owner.noteBeginnings();
    const before = await spotBalances(run);
    const traders = new SpotTraders(run, replay);
    await traders.trade();
    const books = Array.from({ length: CUSTOMERS }, (_, customer) => traders.bookOf(customer));
    const rows = await spotRows(run, books);
    const tapes = new Map<string, readonly SpotEntry[]>();
    for (const symbol of run.market.files.keys()) tapes.set(symbol, await spotTape(run, symbol));
    expectTapesOfFiles(run, tapes);
    const judged = judgeOrders(rows, traders, tapes);
    expectEnds(judged, traders);
    expectPauses(run, judged, traders);
    expect(shown(await spotBalances(run))).toEqual(shown(balancesOf(before, judged)));
    expect(await breaches(run.pool)).toEqual([]);
    for (const [kind, verdict] of await judgeOneOfEachSpot(run.pool))
      expect(`${kind}: ${verdict}`).toBe(`${kind}: proved`);
    const ends = endsOf(judged);
    console.info(
      [...traders.answers]
        .toSorted()
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    );
    console.info(
      [...ends]
        .toSorted()
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    );
    return ends;
  } finally {
    await run.stop();
  }
}

function expectEnds(judged: readonly JudgedOrder[], traders: SpotTraders): void {
  const text = (judge: (order: JudgedOrder) => string): string[] =>
    judged.map((order) => `${order.row.id} ${asked(order)}: ${judge(order)}`);
  expect(text(({ found }) => found)).toEqual(text(({ expected }) => expected));
  for (const { row } of judged) expect(row.fills).toBe(row.status === 'filled' ? 1 : 0);
  const ids = new Set(judged.map(({ row }) => row.id));
  expect([...traders.placed.keys()].filter((id) => !ids.has(id))).toEqual([]);
  // Each protected purchase that filled has exactly one sale that protects it, and no other purchase has one.
  const protectedIds = judged.filter(({ life, fate }) => isProtected(life.wish) && fate?.status === 'filled');
  const protecting = judged.flatMap(({ row }) => (row.entry_id === null ? [] : [row.entry_id]));
  expect(protecting.toSorted()).toEqual(protectedIds.map(({ row }) => row.id).toSorted());
}

const isProtected = ({ takeProfit, stopLoss }: JudgedOrder['life']['wish']): boolean =>
  takeProfit !== undefined || stopLoss !== undefined;

/** Describes a customer's actions, so that differences are readable. */
function asked({ life }: JudgedOrder): string {
  const amounts = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? `${value / 10n ** 8n}.${String(value % 10n ** 8n).padStart(8, '0')}` : value;
  return JSON.stringify(life, amounts);
}

/** Expects the quotes of the tape to equal the files, so that results computed from the tape are results computed from history. */
function expectTapesOfFiles(run: ReplayRun, tapes: ReadonlyMap<string, readonly SpotEntry[]>): void {
  for (const [symbol, tape] of tapes) {
    const quotes = tape.filter(({ gap }) => !gap).map(({ timeMs, bid, ask }) => ({ timeMs, bid, ask }));
    const file = run.market.entries.get(symbol)!.map(({ timeMs, bid, ask }) => ({ timeMs, bid, ask }));
    expect(quotes.length).toBeGreaterThanOrEqual(run.market.first(symbol, 'end').seq);
    expect(quotes).toEqual(file.slice(0, quotes.length));
    expect(tape.every(({ seq }, at) => seq === at + 1)).toBe(true);
  }
}

/** Expects every order placed in a pause to be accepted within the pause, in which the price is constant. */
function expectPauses(run: ReplayRun, judged: readonly JudgedOrder[], traders: SpotTraders): void {
  for (const { row, life } of judged) {
    const pause = traders.placed.get(row.id)?.pause;
    if (pause === undefined) continue;
    const [beginsMs, { ms }] = [run.market.beginsMs(pause), life.accepted];
    expect(ms >= beginsMs && ms < beginsMs + PAUSE_MS, `${row.id} in the pause`).toBe(true);
  }
}

function shown(balances: ReadonlyMap<string, Amount>): string[] {
  return [...balances]
    .filter(([, amount]) => amount !== 0n)
    .map(([name, amount]) => `${name} ${amount}`)
    .toSorted();
}

function endsOf(judged: readonly JudgedOrder[]): Map<string, number> {
  const ends = new Map<string, number>();
  const count = (name: string): void => void ends.set(name, (ends.get(name) ?? 0) + 1);
  for (const { row, life, fate } of judged) {
    if (fate === undefined) continue;
    const how = fate.status === 'cancelled' ? (fate.reason ?? '') : fate.status;
    const waited = fate.seq !== null && fate.seq > life.accepted.seq ? '' : ' at once';
    count(
      `${life.protects === true ? 'protecting ' : ''}${life.wish.type} ${life.wish.side} ${how}${waited}`,
    );
    if (life.changes.length > 0) count(`amended ${life.wish.type} ${how}`);
    if (fate.status === 'filled' && fate.triggeredSeq !== null) count('filled at its limit after its stop');
    if (row.entry_id !== null && fate.status === 'filled' && fate.price !== null && life.wish.type === 'oco')
      count(fate.limit !== null && fate.price >= fate.limit ? 'took profit' : 'stopped a loss');
    for (const { change } of life.changes) for (const field of Object.keys(change)) count(`changed ${field}`);
  }
  return ends;
}
