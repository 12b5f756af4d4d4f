/**
 * The market consists of real trades of 8 August 2024, both replayed and pushed by an external program whose clock is 1.2 s
 * behind the server's. Customers buy a ticket every second, and the verifier, which shares no code with the server, judges each
 * ticket.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { amount } from '@candor/domain/money/amount.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { TapeEntry } from '../../verifier/src/chain.ts';
import { verifyBundle } from '../../verifier/src/bundle.ts';
import { breaches } from '../src/app/breaches.ts';
import { evidenceOf, OptionTrader } from './testing/option-trader.ts';
import type { Published, Ticket } from './testing/option-trader.ts';

const TRADES = fileURLToPath(
  new URL('../../fixtures/market/binance_spot_BTCUSDT_trades_2024-08-08_09.csv', import.meta.url),
);
const VERIFIER = fileURLToPath(new URL('../../verifier/src/cli/main.ts', import.meta.url));
const [HEADER = '', ...LINES] = readFileSync(TRADES, 'utf8').trim().split('\n');
const REPLAYED_MS = 130_000;
const REPLAY_SPEED = 10;
const BEHIND_MS = 1200;
const TOKEN = 'trades-of-another-market';
/** Enough for some to be won and some to be lost. */
const TICKETS = 31;

const timeOf = (line: string): number => Number(line.slice(0, line.indexOf(',')));

describe.concurrent('tickets on real trades', () => {
  test('are proved every second of a replay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candor-trades-'));
    const path = join(folder, 'trades.csv');
    const firstMs = timeOf(LINES[0]!);
    const minutes = LINES.filter((line) => timeOf(line) < firstMs + REPLAYED_MS);
    writeFileSync(path, `${[HEADER, ...minutes].join('\n')}\n`);
    const files = [{ symbol: 'BTC/USDT', path }];
    const server = await openWholeServer({
      feed: { kind: 'replay', files, speed: REPLAY_SPEED, halfSpread: amount('0.01') },
    });
    const trader = await OptionTrader.open(server);
    try {
      // Some tickets expire after the last trade; for them, the tape records a gap.
      await trader.buyUntil(timeOf(minutes.at(-1)!) - 20_000);
      const { tickets, published } = await allProved(trader);
      expect(tickets.length).toBeGreaterThan(50);
      expect(tickets.filter(({ reason }) => reason === 'gap_expiry').length).toBeGreaterThan(0);
      expect(published.entries.at(-1)?.gap).toBe(true);
      await provedByCommandLine(server, { folder, bundle: evidenceOf(tickets[0]!, published) });
      await expectBooks(server);
    } finally {
      await trader.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 90_000);

  test('are proved, and are not struck by a quote older than the order, even if the feed’s clock is 1.2 s behind', async () => {
    const server = await openWholeServer({ feed: { kind: 'external', token: TOKEN } });
    const trader = await OptionTrader.open(server);
    try {
      const speed = 6;
      const startMs = await setSpeed(server, speed);
      let endMs = Infinity;
      const pushing = pushTrades(server, { startMs, speed, endMs: () => endMs });
      await until(async () => (await trader.marketMs()).headMs > 0);
      // On a busy machine, trades arrive late and more orders are refused, so buying them takes longer.
      await trader.buyUntil(startMs + 50_000, TICKETS);
      // All but the last tickets expire while the market trades.
      endMs = (await trader.marketMs()).nowMs + 40_000;
      const { tickets, published } = await allProved(trader);
      await pushing;
      expect(tickets.length).toBeGreaterThanOrEqual(TICKETS);
      const entryAt = (seq: number): TapeEntry => published.entries[seq - 1]!;
      for (const { accepted_seq, accepted_ms, strike_seq } of tickets) {
        const [accepted, strike] = [entryAt(accepted_seq), entryAt(strike_seq)];
        expect(accepted.time_ms).toBeLessThanOrEqual(accepted_ms);
        // Entries that follow the order but were made before it by the feed's clock are skipped.
        const passed = published.entries.slice(accepted_seq, strike_seq - 1);
        expect(passed.filter(({ gap, feed_time_ms: ms }) => gap !== true && ms >= accepted_ms)).toEqual([]);
        if (strike.gap !== true) expect(strike.feed_time_ms).toBeGreaterThanOrEqual(accepted_ms);
      }
      expect(tickets.some(({ accepted_seq, strike_seq }) => strike_seq > accepted_seq + 1)).toBe(true);
      await expectBooks(server);
    } finally {
      await trader.close();
      await server.stop();
    }
  }, 90_000);
});

async function expectBooks(server: WholeServer): Promise<void> {
  const owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  expect(await breaches(owner)).toEqual([]);
  await owner.end();
}

/** Expects the verifier to prove every ticket, and to reject false claims about each. */
async function allProved(
  trader: OptionTrader,
): Promise<{ readonly tickets: Ticket[]; readonly published: Published }> {
  const tickets = await trader.ended();
  const published = await trader.published(tickets);
  const counts = { open: 0, won: 0, lost: 0, tied: 0, void: 0 };
  for (const ticket of tickets) {
    counts[ticket.status] += 1;
    const bundle = evidenceOf(ticket, published);
    expect(verifyBundle(bundle)).toMatchObject({ state: 'proved', findings: [] });
  }
  for (const status of ['won', 'lost', 'void'] as const) {
    const ticket = tickets.find((one) => one.status === status);
    if (ticket === undefined) continue;
    const bundle = { ...evidenceOf(ticket, published), ticket: untrue(ticket) };
    expect(verifyBundle(bundle).state).toBe('contradicted');
  }
  console.info(
    `${tickets.length} tickets proved: ${JSON.stringify(counts)}; refused: ${[...trader.refused].join(', ')}`,
  );
  expect(counts.won).toBeGreaterThan(0);
  expect(counts.lost).toBeGreaterThan(0);
  expect([...trader.refused].filter((code) => code !== 'trading_closed' && code !== 'busy')).toEqual([]);
  return { tickets, published };
}

/** Returns the same ticket with a different outcome. */
function untrue(ticket: Ticket): Ticket {
  return ticket.status === 'won'
    ? { ...ticket, status: 'lost', pnl: `-${ticket.stake}` }
    : { ...ticket, status: 'won', reason: null, pnl: ticket.profit };
}

/** Verifies the whole tape, and one ticket from its file, with the verifier as a separate program. */
async function provedByCommandLine(
  server: WholeServer,
  { folder, bundle }: { readonly folder: string; readonly bundle: object },
): Promise<void> {
  const file = join(folder, 'ticket.json');
  writeFileSync(file, JSON.stringify(bundle));
  const run = promisify(execFile);
  const saved = await run(process.execPath, [VERIFIER, '--ticket', file]);
  expect(saved.stderr).toBe('');
  const asked = ['--url', server.origin, '--symbol', 'BTC/USDT'];
  const tape = await run(process.execPath, [VERIFIER, ...asked]);
  expect(tape.stdout).toContain('hold, signed by');
}

/** Changes the speed of the market clock. Returns the clock's current time. */
async function setSpeed(server: WholeServer, speed: number): Promise<number> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ base_market_ms: string }>(
    `update clock set base_wall_ms = extract(epoch from clock_timestamp()) * 1000,
      base_market_ms = extract(epoch from clock_timestamp()) * 1000, speed = $1 returning base_market_ms`,
    [speed],
  );
  await client.end();
  // Every process reads the clock four times a second.
  await delay(500);
  return Number(rows[0]?.base_market_ms);
}

/**
 * Pushes trades as an external market would, at the pace of the market clock, each with the time of the external program's
 * clock.
 */
async function pushTrades(
  server: WholeServer,
  {
    startMs,
    speed,
    endMs,
  }: { readonly startMs: number; readonly speed: number; readonly endMs: () => number },
): Promise<void> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/feed`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const said: string[] = [];
  socket.on('message', (data: Buffer) => said.push(data.toString()));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const beganMs = performance.now();
  const firstMs = timeOf(LINES[0]!);
  const nowMs = (): number => startMs + (performance.now() - beganMs) * speed;
  let next = 0;
  while (nowMs() < endMs()) {
    const due: object[] = [];
    for (; next < LINES.length && timeOf(LINES[next]!) - firstMs <= nowMs() - startMs; next += 1) {
      const [time, , price = '', volume = ''] = LINES[next]!.split(',');
      const timeMs = startMs + Number(time) - firstMs - BEHIND_MS;
      due.push({ symbol: 'BTC/USDT', bid: price, ask: price, last: price, volume, time_ms: timeMs });
    }
    if (due.length > 0) socket.send(JSON.stringify(due));
    await delay(10);
  }
  socket.close();
  expect(said).toEqual([]);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('expected the condition to hold in time');
    await delay(20);
  }
}
