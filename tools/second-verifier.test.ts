/**
 * A verifier in Go, which was written from the documents alone and shares no code with the platform or our own verifier, agrees
 * with ours on a trade of every kind, honest or forged, and on what a running platform publishes.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle, verifyBundle } from '@candor/verifier/bundle.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { findGolang } from './golang.ts';
import { EveryTrade } from './second-verifier/every-trade.ts';
import type { Evidence } from './second-verifier/every-trade.ts';
import { forgeriesOf } from './second-verifier/forged-evidence.ts';
import { FEED_TOKEN, PushedMarket } from './second-verifier/pushed-market.ts';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('second-verifier', import.meta.url));
const SPEED = 2;

let folder: string;
let program: string;
let server: WholeServer;
let market: PushedMarket;
let trade: EveryTrade;
let evidence: Evidence[];

beforeAll(async () => {
  const found = findGolang();
  if ('sentence' in found) throw new Error(found.sentence);
  folder = mkdtempSync(join(tmpdir(), 'candor-second-'));
  program = join(folder, 'second-verifier');
  const env = { ...process.env, GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod', GOPROXY: 'off' };
  await run(found.path, ['build', '-o', program, '.'], { cwd: SOURCE, env });
  server = await openWholeServer({
    midweek: true,
    feed: { kind: 'external', token: FEED_TOKEN },
    tlog: { origin: undefined, witnesses: 'own', quorum: 2 },
    liabilitiesEveryMs: 10_000,
  });
  market = await PushedMarket.open(server, { beforeMidnightMs: 50_000, speed: SPEED });
  trade = await EveryTrade.open(server, market);
  await trade.transfers();
  const closeForex = await trade.forex();
  await trade.spot();
  await trade.contracts();
  await trade.options();
  await closeForex();
  evidence = await trade.evidence();
}, 240_000);
afterAll(async () => {
  market?.stop();
  await trade?.shut();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Said = { readonly state: string; readonly codes: string };

/** The second verifier's verdict and codes on each of many evidence files. */
async function secondSays(bodies: readonly string[]): Promise<Said[]> {
  const child = spawn(program, ['evidence'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
  child.stdin.end(bodies.map((body) => `${body}\n`).join(''));
  await new Promise((resolve) => child.once('close', resolve));
  const lines = printed.trimEnd().split('\n');
  expect(lines).toHaveLength(bodies.length);
  return lines.map((line) => {
    const [state = '', codes = ''] = line.split(' ');
    return { state, codes };
  });
}

function oursSays(body: string): Said {
  const bundle = readBundle(JSON.parse(body));
  if (bundle === undefined) return { state: 'contradicted', codes: 'record_unreadable' };
  const { state, findings } = verifyBundle(bundle);
  return { state, codes: [...new Set(findings.map(({ code }) => code))].toSorted().join(',') };
}

const countsOf = (kinds: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const kind of kinds.toSorted()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

test('proves each trade of every kind, as ours does', async () => {
  console.info(
    JSON.stringify(countsOf(evidence.map(({ kind }) => kind)), null, 1),
    market.refused.slice(0, 3),
  );
  const second = await secondSays(evidence.map(({ body }) => body));
  const told = evidence.map(({ kind, body }, at) => ({ kind, ours: oursSays(body), second: second[at] }));
  expect(
    told.filter(({ ours, second: other }) => ours.state !== 'proved' || other?.state !== 'proved'),
  ).toEqual([]);
});

test('judges each forgery of a trade as ours does', async () => {
  const told: { kind: string; what: string; ours: Said; second: Said | undefined }[] = [];
  for (const [at, { kind, body }] of evidence.entries()) {
    // One of each kind is enough, because only the figures differ.
    if (evidence[at - 1]?.kind === kind) continue;
    const forged = forgeriesOf(body);
    // oxlint-disable-next-line no-await-in-loop
    const second = await secondSays(forged.map((one) => one.body));
    for (const [place, one] of forged.entries()) {
      told.push({ kind, what: one.what, ours: oursSays(one.body), second: second[place] });
    }
  }
  const refused = told.filter(({ ours }) => ours.state === 'contradicted').length;
  const alike = told.filter(({ ours, second }) => ours.codes === second?.codes).length;
  const accepted = countsOf(told.filter(({ ours }) => ours.state === 'proved').map(({ what }) => what));
  console.info(
    `${told.length} forgeries, ${refused} refused by both, ${alike} with the same codes; accepted by both: ${JSON.stringify(accepted)}`,
  );
  expect(told.filter(({ ours, second }) => ours.state !== second?.state).slice(0, 25)).toEqual([]);
  expect(refused).toBeGreaterThan(told.length * 0.9);
});
