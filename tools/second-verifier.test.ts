/**
 * A verifier in Go, which was written from the documents alone and shares no code with the platform or our own verifier, agrees
 * with ours on a trade of every kind, honest or forged, and on what a running platform publishes.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeSignatures } from '../verifier/src/cli/node-signatures.ts';
import { watchedPlatform } from '../verifier/src/cli/watched-platform.ts';
import { readPolicy } from '../verifier/src/tlog/policy.ts';
import { Watch } from '../verifier/src/watch/watch.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { SecondVerifier, countsOf, forgeriesLine } from './second-verifier/both-verifiers.ts';
import { EveryTrade } from './second-verifier/every-trade.ts';
import type { Evidence } from './second-verifier/every-trade.ts';
import { forgedAnswers } from './second-verifier/forged-answers.ts';
import { ForgingProxy } from './second-verifier/forging-proxy.ts';
import { FEED_TOKEN, PushedMarket } from './second-verifier/pushed-market.ts';

const BIN = fileURLToPath(new URL('../verifier/bin/candor-verify.mjs', import.meta.url));
const SPEED = 2;

let second: SecondVerifier;
let server: WholeServer;
let market: PushedMarket;
let trade: EveryTrade;
let evidence: Evidence[];
const failed: string[] = [];
let proxy: ForgingProxy;
const SYMBOL = 'BTC/USDT';

beforeAll(async () => {
  second = await SecondVerifier.build();
  server = await openWholeServer({
    midweek: true,
    feed: { kind: 'external', token: FEED_TOKEN },
    tlog: { origin: undefined, witnesses: 'own', quorum: 2 },
    liabilitiesEveryMs: 10_000,
  });
  market = await PushedMarket.open(server, { beforeMidnightMs: 50_000, speed: SPEED });
  trade = await EveryTrade.open(server, market);
  proxy = await ForgingProxy.open(server.origin);
  await trade.transfers();
  await trade.openForex();
  const steps = ['refused', 'spot', 'contracts', 'options', 'closeForex'] as const;
  // A failed step does not hide the results of the others.
  for (const step of steps) {
    // oxlint-disable-next-line no-await-in-loop
    await trade[step]().catch((error: unknown) => failed.push(`${step}: ${String(error)}`));
  }
  evidence = await trade.evidence();
  await published().catch((error: unknown) => failed.push(String(error)));
}, 400_000);
afterAll(async () => {
  proxy?.close();
  market?.stop();
  await trade?.shut();
  await server?.stop();
  second?.remove();
});

/** Waits until every fill and void is in a public list, which appears some seconds later. */
async function published(): Promise<void> {
  await trade.until('the lists', async () => {
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const fields = cursor === undefined ? {} : { cursor };
      // oxlint-disable-next-line no-await-in-loop
      const page = await trade.get('GET transparency/own_fills', fields);
      count += (page['fills'] as unknown[]).length;
      cursor = page['next'] as string | null;
    }
    return count >= evidence.length;
  });
  await trade.until('the count of the refused order', () => trade.isRefusalCounted());
}

type Ended = { readonly code: number; readonly printed: string };

function ended(file: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, args, { maxBuffer: 1e9 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr });
    });
  });
}

const secondRuns = (command: string): Promise<Ended> => {
  const symbols = command === 'tape' ? [SYMBOL] : [];
  return ended(second.program, [command, '-url', proxy.url, '-token', trade.token, ...symbols]);
};

/** Our own watch, which checks the log, the tapes, the statements and the lists. */
async function watchFinds(): Promise<readonly string[]> {
  const platform = watchedPlatform(proxy.url);
  const policy = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
  if ('violation' in policy) throw new Error(policy.violation);
  const timing = { nowMs: Date.now, random: randomInt, lateMaxMs: 60_000, graceMs: 0, pagesAgain: 10 };
  const found = await new Watch({ platform, policy, verify: nodeSignatures(), ...timing }).round();
  return found.map(({ kind }) => kind).filter((kind) => !kind.startsWith('app_'));
}

async function weFind(command: string): Promise<readonly string[]> {
  if (command === 'log' || command === 'liabilities') return watchFinds();
  const what = command === 'tape' ? ['--symbol', SYMBOL] : ['--fills'];
  const { code, printed } = await ended(process.execPath, [BIN, ...what, '--url', proxy.url]);
  return code === 0 ? [] : [`${code} ${printed.split('\n')[0]}`];
}

test('makes a trade of every kind', () => {
  expect(failed).toEqual([]);
  expect(market.refused).toEqual([]);
});

test('proves each trade of every kind, as the reference verifier does', async () => {
  console.info(JSON.stringify(countsOf(evidence.map(({ kind }) => kind)), null, 1));
  const judged = await second.judge(evidence);
  expect(
    judged.filter(({ ours, second: other }) => ours.state !== 'proved' || other?.state !== 'proved'),
  ).toEqual([]);
});

test('judges each forgery of a trade as the reference verifier does', async () => {
  const judged = await second.judgeForgeries(evidence);
  console.info(forgeriesLine(judged));
  expect(judged.filter(({ ours, second: other }) => ours.state !== other?.state).slice(0, 25)).toEqual([]);
  const refused = judged.filter(({ ours }) => ours.state === 'contradicted');
  expect(refused.length).toBeGreaterThan(judged.length * 0.85);
});

test('accepts everything that an honest platform publishes, as the reference verifier does', async () => {
  proxy.forge = () => undefined;
  for (const command of ['tape', 'log', 'liabilities', 'fills', 'strategy', 'own']) {
    // oxlint-disable-next-line no-await-in-loop
    const { code, printed } = await secondRuns(command);
    console.info(printed.trimEnd());
    expect(printed, command).toMatch(/ proved\n/);
    expect(code, command).toBe(0);
  }
  // oxlint-disable-next-line no-await-in-loop
  for (const command of ['tape', 'log', 'fills']) expect(await weFind(command), command).toEqual([]);
});

test('refuses each forged answer, as the reference verifier does', async () => {
  const accepted: string[] = [];
  const { items } = await trade.get('GET transparency/strategy');
  for (const { what, command, forge } of forgedAnswers) {
    // In some slots, the strategy finds nothing to trade.
    if (command === 'strategy' && (items as unknown[]).length === 0) continue;
    proxy.forge = forge;
    // oxlint-disable-next-line no-await-in-loop
    const { code } = await secondRuns(command);
    if (code !== 1) accepted.push(`the second verifier: ${what}`);
    // Our own tools have no check of exchanges, the strategy and openings over HTTP, and the watch's first round skips old
    // statements.
    if (command === 'own' || command === 'strategy' || command === 'liabilities') continue;
    // oxlint-disable-next-line no-await-in-loop
    if ((await weFind(command)).length === 0) accepted.push(`ours: ${what}`);
  }
  proxy.forge = () => undefined;
  console.info(`${forgedAnswers.length} forged answers`);
  expect(accepted).toEqual([]);
}, 240_000);
