/**
 * A random day of the real platform is exported as plain-text accounting and summed by hledger, which shares no code with the
 * platform. hledger reports no error, and every account has the balance that the platform reports.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { findHledger } from '../../tools/hledger.ts';
import { setForward } from '@candor/testing/set-forward.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { misbookedSlots } from '../src/features/strategy/recomputed.ts';
import { breaches } from '../src/app/breaches.ts';
import { fundDay } from './testing/fund-day.ts';
import { MoneyDay } from './testing/money-day.ts';
import { RandomDay } from './testing/random-day.ts';

const AUDIT = fileURLToPath(new URL('../../tools/audit.ts', import.meta.url));
const SEED = process.env['DAY_SEED'] ?? 'a day in november';
const OPERATIONS = 400;
const run = promisify(execFile);

let server: WholeServer;
let owner: pg.Pool;
let folder: string;
let hledger: string;
let tokens: string[];
let day: RandomDay;

async function dayLater(): Promise<void> {
  await setForward(owner, 'day');
}

/**
 * Every customer who registers has a demo's credit, and the remainder at the end of the day depends on chance. A promotion
 * needs a customer without one.
 */
async function withoutCredit(): Promise<string> {
  const id = '900000000';
  await owner.query('insert into book (id) values ($1)', [id]);
  await owner.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
      registered_ms) values ($1, 'wanda', 'wanda', 'wanda@x.example', 'wanda@x.example', '', '1990-01-01', 0, 'en', 0)`,
    [id],
  );
  return id;
}

beforeAll(async () => {
  const found = findHledger();
  if ('sentence' in found) throw new Error(found.sentence);
  hledger = found.path;
  folder = mkdtempSync(join(tmpdir(), 'candor-ledger-'));
  server = await openWholeServer({ evening: true });
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 2 });
  const money = await MoneyDay.open(server, owner);
  tokens = [await server.login(0), await server.login(1), money.token];
  day = new RandomDay(server, { seed: SEED, tokens, later: dayLater });
  await Promise.all([day.wholeDay(OPERATIONS), money.wholeDay(3)]);
  await money.promote(await withoutCredit());
  await fundDay(server, owner);
}, 900_000);
afterAll(async () => {
  const broken = [...(await breaches(owner)), ...(await misbookedSlots(owner))];
  await owner.end();
  expect(broken).toEqual([]);
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns balances other than zero, as in "customer:100001:spot USDT 12.5". */
async function ourBalances(): Promise<string[]> {
  const { rows } = await owner.query<{ account: string; currency: string; amount: string }>(
    `select 'customer:' || book || ':' || account as account, currency, amount from balance
      union all select 'house:' || account, currency, sum(amount) from house_balance group by account, currency`,
  );
  return shown(
    rows.map(({ account, currency, amount: held }) => [account, currency, formatAmount(fromNumeric(held))]),
  );
}

/** Returns the same balances as summed by hledger. */
async function theirBalances(file: string): Promise<string[]> {
  const { stdout } = await run(hledger, [
    '-f',
    file,
    'balance',
    '-O',
    'csv',
    '--flat',
    '-N',
    '--layout=bare',
  ]);
  const [, ...rows] = stdout.trim().split('\n');
  return shown(
    rows.map((row) => {
      const [account = '', currency = '', held = ''] = row
        .split(',')
        .map((field) => field.replaceAll('"', ''));
      return [
        account,
        currency,
        formatAmount(amount(held.replace(/^-?/, '')) * (held.startsWith('-') ? -1n : 1n)),
      ];
    }),
  );
}

function shown(rows: readonly (readonly [account: string, currency: string, held: string])[]): string[] {
  return rows
    .filter(([, , held]) => held !== '0')
    .map((row) => row.join(' '))
    .toSorted((a, b) => a.localeCompare(b));
}

async function strictly(file: string, ...checks: string[]): Promise<void> {
  const { stdout, stderr } = await run(hledger, ['-f', file, 'check', '--strict', ...checks]);
  expect(stdout + stderr).toBe('');
}

/**
 * Exports the whole ledger as an operator does. Repeats the export until no balance changed meanwhile, because the market
 * continues.
 */
async function wholeLedger(): Promise<{ readonly file: string; readonly ours: string[] }> {
  const file = join(folder, 'whole.journal');
  const env = { ...process.env, DATABASE_URL: server.ownerUrl };
  for (let tries = 0; tries < 30; tries += 1) {
    const before = await ourBalances();
    await run(process.execPath, [AUDIT, '--hledger', file], { env });
    const ours = await ourBalances();
    if (ours.join('\n') === before.join('\n')) return { file, ours };
  }
  throw new Error('expected the books to stay unchanged during an export');
}

test('the ledger of the test includes every kind of customer operation, some of them on both days', async () => {
  const { rows } = await owner.query<{ kind: string; count: string; days: string }>(
    'select kind, count(*), count(distinct time_ms / 86400000) as days from journal where book <> 0 group by kind',
  );
  const kinds = new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
  const counts = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ');
  const calls = [...day.done].map(([call, times]) => `${call} ${times}`).join(', ');
  console.info(`${SEED}: ${counts}; done: ${calls}; refused: ${[...day.refused.keys()].join(', ')}`);
  const { rows: templates } = await owner.query<{ kind: string }>(
    'select distinct kind from journal_template where not is_house(account)',
  );
  const left = templates.map(({ kind }) => kind).filter((kind) => !kinds.has(kind) && !LEFT_OUT.has(kind));
  expect(left).toEqual([]);
  const { rows: ofHouse } = await owner.query<{ kind: string }>(
    'select distinct kind from journal where book = 0',
  );
  expect(ofHouse.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['strategy_result', 'fund_reserve', 'fund_unreserve']),
  );
  // Journals of forex and metals have the same kinds as those of contracts and options, so their calls are compared by name.
  const forex = ['POST lever/whsubmit', 'POST lever/whclose', 'POST microtrade/whsubmit'];
  expect(forex.filter((call) => !day.done.has(call))).toEqual([]);
  expect(rows.some(({ days }) => days === '2')).toBe(true);
}, 60_000);

/**
 * Operations that the day can't contain: credit lasts thirty days, a customer who closes their account no longer trades, and a
 * debt is paid only if every house account was empty when a position closed (`positions/house-pays.test.ts`).
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['experience_expire', 'account_close', 'debt_payment']);

test('passes hledger’s strict check with the whole ledger, and yields the platform’s balances', async () => {
  const { file, ours } = await wholeLedger();
  await strictly(file, 'ordereddates', 'payees');
  expect(await theirBalances(file)).toEqual(ours);
  expect(ours.length).toBeGreaterThan(40);
}, 400_000);

test('fails hledger’s check if a posting is changed by the smallest unit or a journal is missing', async () => {
  const { file } = await wholeLedger();
  const text = readFileSync(file, 'utf8');
  const spoilt = join(folder, 'spoilt.journal');
  const posting = /^ {4}customer:\d+:spot {2}-\d+\.\d+ USDT$/m;
  const line = posting.exec(text)?.[0] ?? '';
  expect(line).not.toBe('');
  writeFileSync(
    spoilt,
    text.replace(
      line,
      line.replace(/(\d) USDT$/, (_, digit) => `${(Number(digit) + 1) % 10} USDT`),
    ),
  );
  await expect(strictly(spoilt)).rejects.toThrow('could not balance');
  // If an entire journal is missing, everything still balances except the assertions.
  const transaction =
    /\n\d{4}-\d\d-\d\d \* \([^)]*\) spot_buy [^\n]*\n(?: {4}[^\n]*\n)+/.exec(text)?.[0] ?? '';
  expect(transaction).not.toBe('');
  writeFileSync(spoilt, text.replace(transaction, ''));
  await expect(strictly(spoilt)).rejects.toThrow('balance assertion');
}, 400_000);

test('passes hledger’s check with a customer’s own export, and yields the balances of the customer’s wallets', async () => {
  for (const token of tokens) {
    const { body } = await server.call('GET user/info', { token });
    const { id } = body.message as CallOutput<'GET user/info'>;
    const file = join(folder, `${id}.journal`);
    const mine = async () => (await ourBalances()).filter((line) => line.startsWith('customer:'));
    for (let tries = 0; ; tries += 1) {
      const before = await mine();
      const answer = (await server.call('GET wallet/ledger', { token })).body;
      if (answer.type !== 'ok') throw new Error(answer.error);
      writeFileSync(file, (answer.message as CallOutput<'GET wallet/ledger'>).text);
      if ((await mine()).join() !== before.join() && tries < 10) continue;
      await strictly(file, 'payees');
      const theirs = await theirBalances(file);
      expect(theirs.filter((line) => line.startsWith('customer:'))).toEqual(
        before.filter((line) => line.startsWith(`customer:${id}:`)),
      );
      expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`customer:(?!${id}:)\\d+:`));
      break;
    }
  }
}, 400_000);
