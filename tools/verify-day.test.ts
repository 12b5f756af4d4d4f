/**
 * An outside verifier checks a day of a running server's market with the command line: it gets no verdict while the day is in
 * progress; once the day's key is revealed, it recomputes every quote; and if an answer was changed in transit, it names the
 * symbol, the entry and the field.
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOperatorLine } from '@candor/testing/operator-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const BIN = fileURLToPath(new URL('../verifier/bin/candor-verify.mjs', import.meta.url));
const QUOTED_MS = 8000;
const TAMPERED = { symbol: 'ETH/USDT', seq: 5, bid: '1.23' };

type Ended = { readonly code: number; readonly out: string };
type Entry = { seq: number; bid: string };

let server: WholeServer;
let day = '';

/** Runs `npm run verify -- --day D --url U`. */
function verifyDay(of: string, url: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, '--day', of, '--url', url], (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: out + err });
    });
  });
}

async function read<Message>(path: string): Promise<Message> {
  const { message } = (await (await fetch(`${server.origin}/api/${path}`)).json()) as { message: Message };
  return message;
}

const runsOf = (of: string) => read<{ runs: unknown[]; next: unknown }>(`transparency/market_runs?day=${of}`);

/** A proxy for the server that returns the server's answers, except for the changes that `change` makes to a page of a tape. */
async function standInFront(change: (symbol: string, entries: Entry[]) => Entry[]): Promise<Server> {
  const proxy = createServer((request, response) => {
    void (async () => {
      const asked = new URL(request.url ?? '', server.origin);
      const answer = await fetch(asked);
      const body = (await answer.json()) as { message: Entry[] };
      const symbol = asked.searchParams.get('symbol') ?? '';
      const message = asked.pathname === '/api/tape' ? change(symbol, body.message) : body.message;
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...body, message }));
    })();
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return proxy;
}

const addressOf = (proxy: Server): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

async function setForward(step: 'hour' | 'day'): Promise<void> {
  const ended = await runOperatorLine({ server, account: 'ada', args: ['clock', 'forward', step] });
  expect(ended).toMatchObject({ code: 0 });
}

beforeAll(async () => {
  const feed = { kind: 'simulated', history: false, fillAgeMs: 4000 } as const;
  server = await openWholeServer({ midweek: true, apart: true, feed });
  const { days } = await read<{ days: { day: string }[] }>('transparency/market_days');
  day = days.map((one) => one.day).toSorted()[0] ?? '';
  await delay(QUOTED_MS);
});
afterAll(async () => server.stop());

test('gives no verdict on a day in progress', async () => {
  const ended = await verifyDay(day, server.origin);
  expect(ended.out).toContain(
    '1 runs not checked: they have not ended, or their day’s key is not revealed yet.',
  );
  expect(ended).toMatchObject({ code: 2, out: expect.stringMatching(/No verdict yet\.\n$/) });
});

test('recomputes a finished day from its key, including an hour that was skipped by setting the clock forward', async () => {
  await setForward('hour');
  await delay(QUOTED_MS / 2);
  await setForward('day');
  await expect.poll(async () => (await runsOf(day)).next, { timeout: 60_000 }).not.toBeNull();
  const ended = await verifyDay(day, server.origin);
  console.info(ended.out);
  expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(/Everything holds\.\n$/) });
  const [, quotes] = /(\d+) quotes compared/.exec(ended.out) ?? [];
  expect(Number(quotes)).toBeGreaterThan(100);
});

test('names symbol, entry and field of a bid that was changed in transit', async () => {
  const proxy = await standInFront((symbol, entries) =>
    symbol === TAMPERED.symbol
      ? entries.map((entry) => (entry.seq === TAMPERED.seq ? { ...entry, bid: TAMPERED.bid } : entry))
      : entries,
  );
  const honest = await standInFront((_, entries) => entries);
  const [tape] = await read<Entry[]>(`tape?symbol=${TAMPERED.symbol}&from_seq=${TAMPERED.seq}&limit=1`);
  try {
    const ended = await verifyDay(day, addressOf(proxy));
    expect(ended.out.split('\n')[0]).toBe(
      `${TAMPERED.symbol}, entry ${TAMPERED.seq}: bid is ${TAMPERED.bid}, and the key makes ${tape?.bid}.`,
    );
    expect(ended).toMatchObject({ code: 1, out: expect.stringMatching(/This does NOT hold\.\n$/) });
    expect(await verifyDay(day, addressOf(honest))).toMatchObject({ code: 0 });
  } finally {
    proxy.close();
    honest.close();
  }
});
