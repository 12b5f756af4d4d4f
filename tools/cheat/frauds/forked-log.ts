/** Shows another history of the log: its last entries are replaced, the tree rebuilt, signed, and cosigned by the house's own witnesses. */
import { createPublicKey } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointText, signedNote } from '../../../server/src/proofs/tlog/note.ts';
import { grow, leafHash, rootOfEdge } from '../../../server/src/proofs/tlog/tree.ts';
import type { Crime, Fraud } from '../crime.ts';

const LOG_KEY = 'log-signing-key.pem';
/** The number of entries, already seen by the stranger, that are replaced. */
const REPLACED = 3;

export const forkedLog: Fraud = {
  name: 'forked-log',
  says: 'Replaces entries that the log already had, rebuilds its tree, signs the new root, and has the house’s own witnesses, whose memory was erased, cosign it.',
  foundBy: ['log_forked'],
  ruins: true,
  isReady: ({ stranger }) => stranger.size() > REPLACED,
  commit: (crime) =>
    crime.whileStopped(async () => {
      const first = crime.stranger.size() - REPLACED;
      await crime.sql(
        `update tlog_entry set entry = overlay(entry placing '0' from length(entry)) where index >= $1`,
        [first],
      );
      await rebuild(crime, first);
      forgetful(join(crime.copy.data, 'witnesses'));
    }),
};

async function rebuild({ copy, sql, sign }: Crime, first: number): Promise<void> {
  const entries = await sql<{ entry: string }>('select entry from tlog_entry order by index');
  const { changed, edge } = grow(
    new Map(),
    entries.map(({ entry }) => leafHash(entry)),
  );
  await sql('delete from tlog_tile');
  // If a tile grew several times, only its last state is used.
  const tiles = new Map(changed.map((tile) => [`${tile.level} ${tile.number}`, tile]));
  for (const { level, number, hashes } of tiles.values())
    await sql('insert into tlog_tile (level, number, hashes) values ($1, $2, $3)', [level, number, hashes]);
  const [newest] = await sql<{ note: string }>('select note from tlog_checkpoint order by size desc limit 1');
  const name = newest?.note.split('\n')[0] ?? '';
  await sql('delete from tlog_cosignature where size > $1', [first]);
  await sql('delete from tlog_checkpoint where size > $1', [first]);
  const root = rootOfEdge(edge);
  const publicKey = publicKeyOf(join(copy.data, LOG_KEY));
  const note = signedNote(checkpointText(name, entries.length, root), {
    ...{ name, publicKey, sign: (text) => sign(LOG_KEY, text) },
  });
  await sql('insert into tlog_checkpoint (size, root, time_ms, note) values ($1, $2, $3, $4)', [
    ...[entries.length, root, Date.now(), note],
  ]);
}

function publicKeyOf(path: string): Uint8Array {
  const { x } = createPublicKey(readFileSync(path, 'utf8')).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url');
}

/** An honest witness remembers what it cosigned; the house's own witnesses do whatever the house wants. */
function forgetful(folder: string): void {
  for (const one of readdirSync(folder)) writeFileSync(join(folder, one, 'cosigned.json'), '{}\n');
}
