/**
 * Tickets on the public list: the verifier agrees with every outcome, and a won ticket that somebody with access to the
 * database voided is reported as a void without a gap, with the amount that it saved the house.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { openOptionFloor } from './testing/option-floor.ts';
import type { OptionFloor } from './testing/option-floor.ts';
import { judgeFills, publishFills } from './testing/published-fills.ts';

const START_MS = Date.UTC(2026, 0, 14, 12);
const stake = amount('10');
let floor: OptionFloor;
beforeEach(async () => {
  floor = await openOptionFloor();
});
afterEach(async () => floor.shut());

const at = (seconds: number, last: string) => ({ last: amount(last), timeMs: START_MS + seconds * 1000 });

/** Buys an up and a down ticket at 100, which are struck at 101; the price at expiry is given. */
async function trade(exit: string): Promise<void> {
  const [book = 0n] = await floor.customers([{ usdt: amount('1000'), registeredMs: 0 }]);
  await floor.quote([at(0, '100')]);
  for (const side of ['up', 'down'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await floor.buy(book, { side, seconds: 30, stake })).toMatchObject({ ok: true });
  }
  await floor.quote([at(1, '101')]);
  await floor.allStruck();
  await floor.quote(Array.from({ length: 30 }, (_, second) => at(second + 2, second > 26 ? exit : '101')));
  await floor.allEnded();
}

test('lists tickets with the outcome that the tape gives, and a void ticket with its gap', async () => {
  await trade('102');
  const [book = 0n] = await floor.customers([{ usdt: amount('1000'), registeredMs: 0 }]);
  expect(await floor.buy(book, { side: 'up', seconds: 30, stake })).toMatchObject({ ok: true });
  await floor.gap(START_MS + 40_000);
  await floor.allEnded();
  await floor.quote(Array.from({ length: 60 }, (_, second) => at(second + 41, '103')));
  await publishFills(floor.owner);
  const { lines, faults, voids } = await judgeFills(floor.pool);
  expect(faults).toEqual([]);
  const outcomes = lines.flatMap((line) => (line.kind === 'ticket' ? [`${line.side} ${line.status}`] : []));
  expect(outcomes.toSorted()).toHaveLength(3);
  expect(outcomes.filter((one) => one.endsWith('void'))).toHaveLength(1);
  expect(voids).toMatchObject([{ tickets: 1, undecided: 0 }]);
  expect(await floor.breaches()).toEqual([]);
}, 60_000);

test('reports a won ticket that was voided without a gap, and the amount that this saved the house', async () => {
  await trade('102');
  await floor.owner(`begin; set local session_replication_role = replica;
    update option_ticket set status = 'void', reason = 'gap_expiry', pnl = 0 where status = 'won'; commit`);
  await publishFills(floor.owner);
  const { faults, voids } = await judgeFills(floor.pool);
  expect(faults.map(({ kind }) => kind)).toEqual(['void_unfounded']);
  expect(voids).toMatchObject([{ tickets: 1, undecided: 0, cost_usdt: '0' }]);
  expect(Number(voids[0]?.saved_usdt)).toBeGreaterThan(0);
}, 60_000);
