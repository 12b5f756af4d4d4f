/**
 * Tests the files of the transparency log with the reference implementation: Go's packages for such logs, which share no code
 * with us, read our checkpoint, our tiles and our entries, and prove each entry and each older tree.
 */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointText, signedNote, vkeyOf } from '../server/src/proofs/tlog/note.ts';
import { grow, leafHash, rootOfEdge } from '../server/src/proofs/tlog/tree.ts';
import type { Edge } from '../server/src/proofs/tlog/tree.ts';
import { tilePath } from '../verifier/src/tlog/tiles.ts';
import { GOPATH, findGolang } from './golang.ts';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('../testing/go/tlog.go', import.meta.url));
const NAME = 'log.example/candor';
const HASH_BYTES = 32;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const signer = {
  name: NAME,
  publicKey: raw,
  sign: (text: string) => sign(null, Buffer.from(text), privateKey),
};

let folder: string;
let program: string;

beforeAll(async () => {
  const found = findGolang();
  if ('sentence' in found) throw new Error(found.sentence);
  folder = mkdtempSync(join(tmpdir(), 'candor-tlog-'));
  program = join(folder, 'tlog');
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH,
    GOCACHE: join(folder, 'cache'),
    GOFLAGS: '-mod=mod',
  };
  await run(found.path, ['build', '-o', program, SOURCE], { env });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Grown = { readonly size: number; readonly oldRoot: string; readonly files: string };

/** Writes the files of a log that grew in steps, and returns the root that it had at an older size. */
function writeLog(size: number, oldSize: number): Grown {
  const files = mkdtempSync(join(folder, 'log-'));
  const put = (path: string, content: Buffer | string): void => {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    writeFileSync(join(files, path), content);
  };
  let edge: Edge = new Map();
  let oldRoot = '';
  const tiles = new Map<string, Buffer>();
  const entries = Array.from({ length: size }, (_, index) => `candor-terms-v1|entry ${index}|é`);
  for (const part of [entries.slice(0, oldSize), entries.slice(oldSize)]) {
    const grown = grow(edge, part.map(leafHash));
    ({ edge } = grown);
    for (const { level, number, hashes } of grown.changed) tiles.set(`${level} ${number}`, hashes);
    oldRoot ||= rootOfEdge(edge).toString('base64');
  }
  for (const [place, hashes] of tiles) {
    const [level = 0, number = 0] = place.split(' ').map(Number);
    put(tilePath({ level, number, width: hashes.length / HASH_BYTES }), hashes);
  }
  put('checkpoint', signedNote(checkpointText(NAME, size, rootOfEdge(edge)), signer));
  // Each entry of a small log, and some entries of a large one.
  const every = Math.ceil(size / 300);
  put('entries', entries.flatMap((entry, at) => (at % every === 0 ? [`${at} ${entry}\n`] : [])).join(''));
  return { size, oldRoot, files };
}

const goSays = ({ files, oldRoot }: Grown, oldSize: number) =>
  run(program, [files, vkeyOf(NAME, 'log', raw), String(oldSize), oldRoot]).then(
    ({ stdout }) => stdout.trim(),
    (error: { stdout: string }) => `refuses: ${error.stdout.trim()}`,
  );

test.each([
  [1, 1],
  [2, 1],
  [255, 17],
  [256, 255],
  [257, 256],
  [1000, 257],
  [70_000, 65_536],
])('writes a log of %i entries that grew from %i, which Go verifies', async (size, oldSize) => {
  expect(await goSays(writeLog(size, oldSize), oldSize)).toBe(`agrees on ${size} entries`);
});

test('writes a log that Go rejects after an entry, a tile or the signature was changed', async () => {
  const entry = writeLog(300, 100);
  writeFileSync(join(entry.files, 'entries'), '0 candor-terms-v1|entry 1|é\n');
  expect(await goSays(entry, 100)).toMatch(/^refuses/);
  const tile = writeLog(300, 100);
  writeFileSync(join(tile.files, 'tile/0/000'), Buffer.alloc(256 * HASH_BYTES));
  expect(await goSays(tile, 100)).toMatch(/^refuses/);
  const signed = writeLog(300, 100);
  const other = generateKeyPairSync('ed25519').privateKey;
  writeFileSync(
    join(signed.files, 'checkpoint'),
    signedNote(checkpointText(NAME, 300, Buffer.alloc(HASH_BYTES)), {
      ...signer,
      sign: (text) => sign(null, Buffer.from(text), other),
    }),
  );
  expect(await goSays(signed, 100)).toMatch(/^refuses/);
});
