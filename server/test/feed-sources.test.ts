/**
 * Three sources push their quotes through the real ingest onto the tape, and a stranger checks the prices: with the verifier, with
 * a recording of the same streams, and with the watch. Then the platform's owner, who has the database and the key, forges them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { amount } from '@candor/domain/money/amount.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import type { TapeEntry } from '../../verifier/src/chain.ts';
import { checkTape } from '../../verifier/src/cli/check-tape.ts';
import { nodeSignatures } from '../../verifier/src/cli/node-signatures.ts';
import type { Report } from '../../verifier/src/cli/report.ts';
import { tapeServer } from '../../verifier/src/cli/server.ts';
import { watchedPlatform } from '../../verifier/src/cli/watched-platform.ts';
import { Recording } from '../../verifier/src/sources/messages.ts';
import type { RecordedMessage } from '../../verifier/src/sources/messages.ts';
import type { EntrySources } from '../../verifier/src/sources/text.ts';
import { madeServer } from '../../verifier/src/testing/made-server.ts';
import { madeCheckpoints, rechained, signer } from '../../verifier/src/testing/made-tape.ts';
import { readPolicy } from '../../verifier/src/tlog/policy.ts';
import { Watch } from '../../verifier/src/watch/watch.ts';

const SYMBOL = 'BTC/USDT';
const NAMES = ['alpha', 'beta', 'gamma'];
const SOON = { timeout: 60_000, interval: 500 };
const tokenOf = (name: string): string => `token-of-${name}-123456`;

let server: WholeServer;
let owner: pg.Client;
let sockets: WebSocket[];
const recorded: RecordedMessage[] = [];

beforeAll(async () => {
  server = await openWholeServer({
    feed: {
      kind: 'external',
      sources: NAMES.map((name) => ({ name, token: tokenOf(name) })),
      rule: { names: NAMES, min: 2, ageMaxMs: 3000, deviationMax: amount('0.005') },
    },
    tlog: { origin: undefined, witnesses: 'own', quorum: 2 },
  });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  sockets = await Promise.all(NAMES.map(connect));
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await owner.end();
  await server.stop();
});

async function connect(name: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/feed`, {
    headers: { authorization: `Bearer ${tokenOf(name)}` },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Sends one message of each source about a price; the last source may send a different price. */
function quote(cents: number, last: { readonly cents?: number; readonly isSilent?: boolean } = {}): void {
  for (const [at, name] of NAMES.entries()) {
    const isLast = at === NAMES.length - 1;
    if (isLast && last.isSilent === true) continue;
    const middle = (isLast ? (last.cents ?? cents) : cents) + at;
    const [bid, ask] = [(middle - 5) / 100, (middle + 5) / 100];
    const message = JSON.stringify({ symbol: SYMBOL, bid: `${bid}`, ask: `${ask}`, time_ms: Date.now() });
    recorded.push({ source: name, message });
    sockets[at]?.send(message);
  }
}

const entriesNow = (): Promise<readonly TapeEntry[]> => tapeServer(server.origin, SYMBOL).entries(1, 1000);

function check(recording: Recording, tape = tapeServer(server.origin, SYMBOL)): Promise<Report> {
  const asked = { symbol: SYMBOL, from: 1, to: undefined };
  const known = { publicKey: undefined, kept: undefined };
  const wait = (seconds: number): Promise<void> => delay(seconds * 1000);
  return checkTape(tape, asked, { known, wait, recording });
}

async function alarmsNow(): Promise<readonly string[]> {
  const platform = watchedPlatform(server.origin);
  const policy = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
  if ('violation' in policy) throw new Error(policy.violation);
  const limits = { lateMaxMs: 60_000, graceMs: 0, pagesAgain: 0, random: () => 0 };
  const watch = new Watch({ ...{ platform, policy, verify: nodeSignatures(), nowMs: Date.now }, ...limits });
  const alarms = await watch.round();
  // The app is not built for this server, so its manifest is missing.
  return alarms.map(({ kind }) => kind).filter((kind) => !kind.startsWith('app_'));
}

const codesOf = ({ state, findings, ofSources = [] }: Report): readonly string[] => [
  state,
  ...new Set([...findings, ...ofSources].map(({ code }) => code)),
];

test('the verifier, a recording and the watch derive every price from the sources that its entry names', async () => {
  for (let step = 0; step < 40; step += 1) {
    // The third source shows a false price for a while, and is silent for a while.
    const isFalse = step >= 10 && step < 20;
    quote(6_425_000 + step * 3, { ...(isFalse && { cents: 7_000_000 }), isSilent: step >= 30 });
    await delay(100);
  }
  const entries = await vi.waitFor(async () => {
    const now = await entriesNow();
    expect(now.length).toBeGreaterThan(60);
    return now;
  }, SOON);
  expect(entries.every(({ sources }) => sources?.quotes.length === 3)).toBe(true);
  const states = entries.map(({ sources }) => sources?.quotes.at(-1)?.state);
  expect(new Set(states)).toEqual(new Set(['missing', 'used', 'deviates']));
  expect(Math.max(...entries.map(({ ask }) => Number(ask)))).toBeLessThan(64_260);
  expect(codesOf(await check(new Recording(recorded)))).toEqual(['proved']);
  await vi.waitFor(async () => expect(await alarmsNow()).toEqual([]), SOON);
  const { rows } = await owner.query<{ entry: string }>(
    `select entry from tlog_entry where kind = 'sources'`,
  );
  expect(rows.map(({ entry }) => entry.replace(/\d{13}/, 'T'))).toEqual([
    'candor-sources-v1|1|T|2|3000|0.005|alpha,beta,gamma',
  ]);
}, 120_000);

describe('forgeries by the owner of the platform, with the chain rehashed and signed again', () => {
  const EDITED = 30;
  type Edit = (of: TapeEntry, named: EntrySources) => Partial<TapeEntry>;

  test.each<[what: string, edit: Edit, codes: readonly string[]]>([
    ['no change', () => ({}), []],
    [
      'a price outside all sources',
      () => ({ ask: '90000', last: '80000' }),
      ['price_outside_sources', 'price_not_median'],
    ],
    ['a price between the sources', ({ bid }) => ({ bid: `${Number(bid) + 0.01}` }), ['price_not_median']],
    [
      'the sources that disagree dropped',
      (_, named) => ({ sources: { ...named, quotes: named.quotes.slice(0, 1) } }),
      ['source_missing', 'price_outside_sources'],
    ],
    [
      'a source called missing',
      (_, { quotes, ...figures }) => {
        const [first, ...others] = quotes;
        const missing = { name: first?.name ?? '', state: 'missing' } as const;
        return { sources: { ...figures, quotes: [missing, ...others] }, time_ms: Date.now() + 60_000 };
      },
      ['price_not_median', 'message_differs'],
    ],
    [
      'the hash of a message replaced',
      (_, { quotes, ...figures }) => {
        const replaced = quotes.map((one) => ({ ...one, message: '0'.repeat(64) }));
        return { sources: { ...figures, quotes: replaced } };
      },
      ['message_differs'],
    ],
    [
      'prices of a source that it did not send, and the median of them',
      (_, { quotes, ...figures }) => {
        const invented = quotes.map((one) => ({
          ...one,
          bid: '64000',
          ask: '64000.1',
          state: 'used' as const,
        }));
        return {
          ...{ bid: '64000', ask: '64000.1', last: '64000.05' },
          sources: { ...figures, quotes: invented },
        };
      },
      ['message_differs'],
    ],
  ])('the verifier reports the violations of an entry with %s', async (_, edit, codes) => {
    const entries = await entriesNow();
    const forged = entries.slice(0, EDITED).map((one) => {
      if (one.seq !== EDITED || one.sources === undefined) return one;
      return { ...one, ...edit(one, one.sources) };
    });
    const chained = rechained(forged, SYMBOL);
    const key = signer();
    const signed = madeCheckpoints(chained, [1, EDITED], { key, symbol: SYMBOL });
    const shown = { entries: chained, checkpoints: signed, publicKey: key.publicKey };
    const report = await check(
      new Recording(recorded),
      madeServer(() => shown),
    );
    const wanted = codes.length === 0 ? ['proved'] : ['contradicted', ...codes];
    expect([...codesOf(report)].toSorted()).toEqual([...wanted].toSorted());
  });
});
