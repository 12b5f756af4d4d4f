/** The transparency log of a running server, followed by the verifier alone. There is one history, cosigned and complete. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHash } from 'node:crypto';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { verifyLog } from '../src/proofs/tlog/verify-log.ts';
import { isSignedBy } from '../../verifier/src/crypto.ts';
import { readCheckpoint } from '../../verifier/src/tlog/checkpoint.ts';
import type { LogCheckpoint } from '../../verifier/src/tlog/checkpoint.ts';
import {
  GrowingTree,
  isConsistent,
  leafHash,
  rootOfInclusion,
  sameHash,
} from '../../verifier/src/tlog/merkle.ts';
import { meets, readPolicy } from '../../verifier/src/tlog/policy.ts';
import type { Policy } from '../../verifier/src/tlog/policy.ts';
import { TileTree, readBundle, tilePath, tilesOfLevel } from '../../verifier/src/tlog/tiles.ts';

type BookRow = { entry: string; opening: string; salt: Buffer; book: string };
const SOON = { timeout: 30_000, interval: 200 };
let server: WholeServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await openWholeServer({ tlog: { origin: undefined, witnesses: 'own', quorum: 2 } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

async function file(path: string): Promise<Uint8Array> {
  const response = await fetch(`${server.origin}/log/${path}`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
const text = async (path: string): Promise<string> => new TextDecoder().decode(await file(path));

async function policy(): Promise<Policy> {
  return vi.waitFor(async () => {
    const read = readPolicy(await text('policy'));
    if ('violation' in read) throw new Error(read.violation);
    expect(read.quorum).toBe('witnesses');
    return read;
  }, SOON);
}

async function checkpoint(least = 1): Promise<LogCheckpoint> {
  return vi.waitFor(async () => {
    const read = readCheckpoint(await text('checkpoint'));
    if (read === undefined) throw new Error('unreadable');
    expect(read.size).toBeGreaterThanOrEqual(least);
    return read;
  }, SOON);
}

/** Returns all entries of a tree, each verified by rebuilding the root from the entries. */
async function entriesOf({ size, root }: LogCheckpoint): Promise<readonly string[]> {
  const entries: Uint8Array[] = [];
  for (const { number, width } of tilesOfLevel(0, size)) {
    entries.push(...readBundle(await file(tilePath({ level: 'entries', number, width }))));
  }
  const tree = new GrowingTree();
  for (const entry of entries) tree.add(leafHash(entry));
  expect(tree.size).toBe(size);
  expect(sameHash(tree.root(), root)).toBe(true);
  return entries.map((entry) => new TextDecoder().decode(entry));
}

describe('a checkpoint', () => {
  test('is signed by the log and cosigned by two of its witnesses', async () => {
    const { met, cosigned } = meets(await checkpoint(), await policy(), isSignedBy);
    expect(met).toBe(true);
    expect(cosigned.size).toBeGreaterThanOrEqual(2);
  });

  test('is extended by the next checkpoint, which the tiles alone prove', async () => {
    const older = await checkpoint();
    const newer = await checkpoint(older.size + 1);
    const tree = new TileTree(file, newer.size);
    expect(sameHash(await tree.root(), newer.root)).toBe(true);
    const proof = await tree.consistency(older.size);
    const grown = { oldSize: older.size, oldRoot: older.root, size: newer.size, root: newer.root, proof };
    expect(isConsistent(grown)).toBe(true);
    const last = older.size - 1;
    const inclusion = await tree.inclusion(last);
    const entry = (await entriesOf(older)).at(-1) ?? '';
    const leaf = leafHash(new TextEncoder().encode(entry));
    const reached = rootOfInclusion({ index: last, size: newer.size, leaf, proof: inclusion });
    expect(reached !== undefined && sameHash(reached, newer.root)).toBe(true);
  });
});

describe('the entries', () => {
  test('include the signed heads of each tape, the ledger’s roots and the terms', async () => {
    const entries = await vi.waitFor(async () => {
      const read = await entriesOf(await checkpoint());
      expect(read.filter((entry) => entry.startsWith('candor-checkpoint-v1|')).length).toBeGreaterThan(20);
      expect(read.some((entry) => entry.startsWith('candor-checkpoint-v1|ledger|'))).toBe(true);
      return read;
    }, SOON);
    const kinds = new Set(entries.map((entry) => entry.split('|')[0]));
    expect(kinds).toContain('candor-usual-terms-v1');
    const stored = await owner.query<{ text: string }>(
      `select 'candor-checkpoint-v1|' || symbol || '|' || seq || '|' || encode(hash, 'hex') || '|' || time_ms / 1000 as text from checkpoint`,
    );
    const heads = entries.filter((entry) => entry.startsWith('candor-checkpoint-v1|'));
    expect(heads.length).toBeGreaterThan(20);
    expect(stored.rows.map((row) => row.text)).toEqual(expect.arrayContaining(heads));
    expect(heads.some((entry) => entry.startsWith('candor-checkpoint-v1|ledger|'))).toBe(true);
  });

  test('commit to the head of each book without naming its customer, and match the opening of the commitment', async () => {
    const rows = await vi.waitFor(async () => {
      const found = await owner.query<BookRow>(
        `select entry, opening, salt, book from tlog_entry where kind = 'book'`,
      );
      expect(found.rows.length).toBeGreaterThan(1);
      return found.rows;
    }, SOON);
    for (const { entry, opening, salt, book } of rows) {
      const commitment = createHash('sha256').update(salt).update(opening).digest('hex');
      expect(entry).toBe(`candor-private-v1|book|${commitment}`);
      expect(opening).toMatch(new RegExp(`^candor-book-v2\\|${book}\\|\\d+\\|[0-9a-f]{64}\\|\\d+$`));
    }
    expect(new Set(rows.map(({ salt }) => salt.toString('hex'))).size).toBe(rows.length);
  });
});

describe('a customer', () => {
  test('receives the openings of their own entries, and nobody else’s', async () => {
    const token = await server.login(0);
    const own = await vi.waitFor(async () => {
      const { body } = await server.call('GET transparency/own', { token });
      if (body.type !== 'ok') throw new Error(JSON.stringify(body));
      const { entries } = body.message as CallOutput<'GET transparency/own'>;
      expect(entries.length).toBeGreaterThan(0);
      return entries;
    }, SOON);
    const entries = await entriesOf(await checkpoint((own.at(-1)?.index ?? 0) + 1));
    const books = new Set(own.map(({ opening }) => opening.split('|')[1]));
    expect(books.size).toBe(1);
    for (const { index, entry, salt, opening } of own) {
      expect(entries[index]).toBe(entry);
      const commitment = createHash('sha256').update(Buffer.from(salt, 'hex')).update(opening).digest('hex');
      expect(entry).toBe(`candor-private-v1|book|${commitment}`);
    }
    expect((await server.call('GET transparency/own')).body.type).not.toBe('ok');
  });
});

describe('the audit', () => {
  const violations = async () => (await verifyLog(owner)).map(({ detail }) => detail);

  test('finds nothing in an honest log', async () => {
    await checkpoint();
    expect(await violations()).toEqual([]);
  });

  test.each([
    [
      'an edited entry',
      `update tlog_entry set entry = entry || ' ' where index = 2`,
      /the root of \d+ entries is another/,
    ],
    [
      'an edited hash',
      `update tlog_tile set hashes = sha256('') || substr(hashes, 33) where level = 0`,
      /tile 0 of level 0/,
    ],
    [
      'an edited root',
      `update tlog_checkpoint set root = sha256(root)`,
      /the root of \d+ entries is another/,
    ],
    ['a removed entry', `delete from tlog_entry where index = 1`, /entry 1 is missing/],
    [
      'another opening',
      `update tlog_entry set opening = opening || '1' where kind = 'book'`,
      /commits to something else/,
    ],
    [
      'a signed head that was edited',
      `update checkpoint set hash = sha256(hash) where seq > 1`,
      /of kind checkpoint is not/,
    ],
    [
      'a signed head that was left out',
      `insert into checkpoint
        select (jsonb_populate_record(c, '{"symbol": "smuggled", "seq": 7, "time_ms": 1000}')).* from checkpoint c limit 1`,
      /a row of kind checkpoint is not in the log: candor-checkpoint-v1\|smuggled\|7\|/,
    ],
    [
      'a note of another root',
      `update tlog_checkpoint set note = replace(note, E'\\n' || size || E'\\n', E'\\n' || size + 1 || E'\\n')`,
      /the note of \d+ entries is of another root/,
    ],
    [
      'a cosignature of another time',
      `update tlog_cosignature set seconds = seconds - 1`,
      /the cosignature of \d+ entries by \S+ is invalid/,
    ],
  ])('finds %s', async (_, change, says) => {
    await vi.waitFor(async () => {
      const { rows } = await owner.query(`select from tlog_entry where kind = 'book'`);
      expect(rows).not.toHaveLength(0);
    }, SOON);
    await owner.query('begin; set local session_replication_role = replica');
    try {
      await owner.query(change);
      expect((await violations()).join('\n')).toMatch(says);
    } finally {
      await owner.query('rollback');
    }
  });
});

describe('a file', () => {
  test.each([
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/x000/000',
    'tile/0/999',
    'tile/8/000.p/1',
    'tile/-1/000',
    'tile/entries/000.p/01',
    'tile/0/000/../000',
    'entries',
    '',
  ])('that does not exist returns 404: %s', async (path) => {
    expect((await fetch(`${server.origin}/log/${path}`)).status).toBe(404);
  });

  test('may be cached permanently if it is a tile, and must be revalidated if it is the checkpoint', async () => {
    const { size } = await checkpoint();
    const tile = await fetch(
      `${server.origin}/log/${tilePath({ level: 0, number: 0, width: Math.min(size, 256) })}`,
    );
    expect(tile.headers.get('cache-control')).toContain('immutable');
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    const newest = await fetch(`${server.origin}/log/checkpoint`);
    expect(newest.headers.get('cache-control')).toBe('no-cache');
    expect(newest.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

describe('the database', () => {
  async function refuses(url: string, statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query(statement)).rejects.toThrow(
      /permission denied|append-only|may only grow|follow/,
    );
    await client.end();
  }

  test.each([
    `insert into tlog_entry (index, kind, key, position, entry, time_ms) values (1000000, 'terms', 'x', 1, 'x', 1)`,
    `select * from tlog_append(1)`,
    `update tlog_entry set entry = 'x'`,
    `delete from tlog_checkpoint`,
    `insert into tlog_checkpoint (size, root, time_ms, note) values (1000000, sha256(''), 1, 'x')`,
    `insert into tlog_cosignature (size, witness, line) select size, 'x', 'x' from tlog_checkpoint limit 1`,
    `update tlog_tile set hashes = sha256('')`,
  ])('refuses a change by a serving role: %s', async (statement) => {
    await refuses(server.appUrl, statement);
    await refuses(server.doorUrl, statement);
  });

  test.each([
    `update tlog_entry set entry = 'x'`,
    `delete from tlog_entry`,
    `truncate tlog_checkpoint cascade`,
    `update tlog_tile set hashes = sha256('') where level = 0 and number = 0`,
    `insert into tlog_checkpoint (size, root, time_ms, note) values (1000000, sha256(''), 1, 'x')`,
  ])('refuses a change by its owner too, who would first have to remove a trigger: %s', async (statement) => {
    await refuses(server.ownerUrl, statement);
  });
});
