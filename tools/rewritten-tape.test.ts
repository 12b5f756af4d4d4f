/**
 * A superuser of the database rewrites a tape: changes one price and, with triggers disabled, recomputes every later hash. Anyone
 * who holds an earlier checkpoint detects this, whatever is done to the checkpoints in the database.
 */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { checkTape } from '@candor/verifier/cli/check-tape.ts';
import { readKept, writeKept } from '@candor/verifier/cli/keep-file.ts';
import type { Report } from '@candor/verifier/cli/report.ts';
import { PAGE } from '@candor/verifier/cli/server.ts';
import type { TapeServer } from '@candor/verifier/cli/server.ts';
import type { CallContext } from '../server/src/calls/handler.ts';
import { marketHandlers } from '../server/src/features/market/handlers.ts';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import type { Market } from '../server/src/quotes/market.ts';
import { startMarket } from '../server/src/quotes/market.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';

const SYMBOL = 'BTC/USDT';
const VISITOR: CallContext = {
  customer: 0n,
  session: 0n,
  idempotencyKey: undefined,
  language: 'en',
  address: '127.0.0.1',
  host: 'localhost',
  device: undefined,
  agent: 'test',
};

let database: TestDatabase;
let pool: Pool;
let owner: pg.Client;
let folder: string;
let market: Market;

/** Twice, a tape of some entries with a checkpoint at its end, because the market signs when it stops. */
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 6 });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  folder = mkdtempSync(join(tmpdir(), 'rewritten-'));
  for (const entries of [20n, 40n]) {
    market = await startMarket({
      pool,
      feed: { kind: 'simulated', seed: '1', history: false, quotesPerSecond: 50 },
      dataFolder: folder,
      role: 'lead',
      alone: true,
      owner: 'test',
      wallNow: () => Date.now(),
      clockWaitedFor: () => undefined,
      report: () => undefined,
    });
    await vi.waitFor(() => expect(market.latest.get(SYMBOL)?.entry.seq).toBeGreaterThan(entries), 8000);
    await market.stop();
  }
});
afterAll(async () => {
  await owner.end();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function asked<Value>(answer: Promise<{ ok: true; value: Value } | { ok: false }>): Promise<Value> {
  const outcome = await answer;
  if (!outcome.ok) throw new Error('expected the call to succeed, found it refused');
  return outcome.value;
}

/** The server's calls, made without a socket. */
function platform(): TapeServer {
  const tape = (from_seq: number | undefined, limit: number) =>
    asked(marketHandlers(market.shown)['GET tape']({ symbol: SYMBOL, from_seq, limit }, VISITOR));
  const signed = (from_seq: number, limit: number) =>
    asked(marketHandlers(market.shown)['GET tape/checkpoints']({ symbol: SYMBOL, from_seq, limit }, VISITOR));
  return {
    entries: tape,
    checkpoints: async (from, limit) => (await signed(from, limit)).checkpoints,
    head: async () => {
      const head = (await tape(undefined, 1)).at(-1);
      if (head === undefined) throw new Error('expected the tape to have a head, found none');
      return head;
    },
    keyChanges: async () => [],
    publicKey: async () => (await signed(1, 1)).public_key,
  };
}

function verify(keepFile?: string): Promise<Report> {
  const known = { publicKey: undefined, kept: keepFile === undefined ? undefined : readKept(keepFile) };
  const whole = { symbol: SYMBOL, from: 1, to: undefined };
  return checkTape(platform(), whole, { known, wait: () => Promise.resolve() });
}

/** The superuser's changes: the price of the entry `at`, and every later hash. */
async function rechain(at: number): Promise<Map<number, Buffer>> {
  const entries = await platform().entries(1, PAGE);
  const hashes = new Map<number, Buffer>();
  let before: Buffer = Buffer.from(entries[at - 2]?.hash ?? '', 'hex');
  await owner.query('alter table tape disable trigger all');
  for (const entry of entries.slice(at - 1)) {
    const last = entry.seq === at ? entry.bid : entry.last;
    const volume = entry.seq === at ? '77' : entry.volume;
    const amounts = [entry.bid, entry.ask, last, volume];
    const text = ['candor-tape-v1', SYMBOL, entry.seq, entry.time_ms, entry.feed_time_ms, ...amounts].join(
      '|',
    );
    before = createHash('sha256').update(before).update(text).digest();
    hashes.set(entry.seq, before);
    await owner.query('update tape set last = $3, volume = $4, hash = $5 where symbol = $1 and seq = $2', [
      SYMBOL,
      entry.seq,
      last,
      volume,
      before,
    ]);
  }
  await owner.query('alter table tape enable trigger all');
  await owner.query('update tape_head set hash = $2 where symbol = $1', [SYMBOL, before]);
  return hashes;
}

/** Makes the checkpoints match the rewritten entries, signed with the given key. */
async function resign(hashes: ReadonlyMap<number, Buffer>, key: KeyObject, publicKey: Buffer): Promise<void> {
  for (const { seq, time } of await platform().checkpoints(1, PAGE)) {
    const hash = hashes.get(seq);
    if (hash === undefined) continue;
    const text = ['candor-checkpoint-v1', SYMBOL, seq, hash.toString('hex'), time].join('|');
    await owner.query(
      'update checkpoint set hash = $3, public_key = $4, signature = $5 where symbol = $1 and seq = $2',
      [SYMBOL, seq, hash, publicKey, sign(null, Buffer.from(text), key)],
    );
  }
}

/** Runs the work, which commits its changes, and then restores tape and checkpoints from copies. */
async function withCopy(work: () => Promise<void>): Promise<void> {
  const copied = ['tape', 'tape_head', 'checkpoint'];
  for (const table of copied) await owner.query(`create table copy_of_${table} as table ${table}`);
  try {
    await work();
  } finally {
    for (const table of copied) {
      await owner.query(`alter table ${table} disable trigger all`);
      await owner.query(`delete from ${table}`);
      await owner.query(`insert into ${table} select * from copy_of_${table}`);
      await owner.query(`alter table ${table} enable trigger all`);
      await owner.query(`drop table copy_of_${table}`);
    }
  }
}

function codes({ state, findings }: Report): string[] {
  return [state, ...findings.map(({ code, seq }) => `${code} ${seq}`)];
}

test("reveals a superuser's rewrite to anyone who holds an earlier checkpoint", async () => {
  const keepFile = join(folder, 'kept.json');
  const honest = await verify();
  expect(codes(honest)).toEqual(['proved']);
  const all = await platform().checkpoints(1, PAGE);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || first === last)
    throw new Error('expected two checkpoints, found fewer');
  writeKept(keepFile, undefined, { publicKey: honest.publicKey, symbol: SYMBOL, checkpoints: all });
  expect(codes(await verify(keepFile))).toEqual(['proved']);

  const at = first.seq - 3;
  const keptSays = [`kept_hash_differs ${first.seq}`, `kept_hash_differs ${last.seq}`];

  // With unchanged checkpoints, the first one after the changed entry fails.
  await withCopy(async () => {
    await rechain(at);
    const fails = [first, last].map(({ seq }) => `checkpoint_hash_differs ${seq}`);
    expect(codes(await verify())).toEqual(['contradicted', ...fails]);
  });

  // With deleted checkpoints, nothing vouches for the tape any more, and the kept checkpoint contradicts it.
  await withCopy(async () => {
    await rechain(at);
    await owner.query('delete from checkpoint where symbol = $1', [SYMBOL]);
    expect(codes(await verify())).toEqual([
      'contradicted',
      expect.stringMatching(/^not_signed_in_time \d+$/),
    ]);
    expect(codes(await verify(keepFile))).toEqual(['contradicted', ...keptSays]);
  });

  // The checkpoints are signed again with a different key.
  await withCopy(async () => {
    const hashes = await rechain(at);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
    await resign(hashes, privateKey, raw);
    const fails = [first, last].map(({ seq }) => `checkpoint_key_differs ${seq}`);
    expect(codes(await verify())).toEqual(['contradicted', ...fails]);
    expect(codes(await verify(keepFile))).toEqual(expect.arrayContaining(keptSays));
  });

  // The checkpoints are signed again with the platform's key: nothing in the database reveals the change, but the kept checkpoint
  // does.
  await withCopy(async () => {
    const hashes = await rechain(at);
    const own = createPrivateKey(readFileSync(join(folder, 'tape-signing-key.pem')));
    await resign(hashes, own, Buffer.from(honest.publicKey, 'hex'));
    expect(codes(await verify())).toEqual(['proved']);
    expect(codes(await verify(keepFile))).toEqual(['contradicted', ...keptSays]);
  });

  // Once the tape and its checkpoints are restored, all are valid again.
  expect(codes(await verify(keepFile))).toEqual(['proved']);
});
