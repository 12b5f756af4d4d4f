/** Measures the transparency log: how many entries a second are appended, hashed into tiles and signed, and the time of a proof. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import { readLogFile } from '../server/src/proofs/tlog/files.ts';
import { appendToLog } from '../server/src/proofs/tlog/log.ts';
import { TileTree } from '../verifier/src/tlog/tiles.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';

const ROUNDS = 10;
const PROOFS = 200;

export async function benchTlog(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-tlog-'));
  const postgres = await startPostgres({ directory, log: () => undefined });
  await migrate(postgres.ownerUrl);
  const owner = createPool(postgres.ownerUrl, { max: 1 });
  const tape = createPool(postgres.tapeUrl, { max: 1 });
  const app = createPool(postgres.url, { max: 2 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signer = {
    name: 'bench.example/log',
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
  };
  try {
    const rates: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await makeDue(owner, round);
      const startedMs = performance.now();
      const grown = (await appendToLog(tape, signer, Date.now())) ?? size;
      rates.push((grown - size) / ((performance.now() - startedMs) / 1000));
      size = grown;
    }
    const read = async (path: string): Promise<Uint8Array> => {
      const file = await readLogFile(app, path, 0);
      if (file === undefined) throw new Error(`expected ${path}, found none`);
      return file.body;
    };
    const times: number[] = [];
    for (let proof = 0; proof < PROOFS; proof += 1) {
      const startedMs = performance.now();
      await new TileTree(read, size).inclusion((proof * 7919) % size);
      times.push(performance.now() - startedMs);
    }
    return [
      {
        ...{ name: 'tlog: entries appended and signed', value: median(rates), unit: '/s' },
        goal: { atLeast: 10_000 },
      },
      { name: `tlog: proof of an entry among ${size}, from the tiles`, value: median(times), unit: 'ms' },
    ];
  } finally {
    await Promise.all([owner.end(), tape.end(), app.end()]);
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Five thousand records that are not in the log yet: the most that it appends from one source at a time. */
async function makeDue(owner: { query(text: string): Promise<unknown> }, round: number): Promise<void> {
  await owner.query(`set session_replication_role = replica;
    insert into audit (seq, time_ms, operator, role, action, subject, hash, xid)
      select ${round * 5000} + n, 1, 'bench', 'admin', 'denied', 'y', sha256(n::text::bytea), pg_current_xact_id()
      from generate_series(1, 5000) n;
    set session_replication_role = default`);
}
