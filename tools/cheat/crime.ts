/** The means of a fraudster: the database as its owner, the signing keys, the program's files, and a server to restart. */
import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ownersUrl } from '../../server/src/db/postgres-cluster.ts';
import { startPostgres } from '../../server/src/db/postgres.ts';
import { refuseOthers } from './copy.ts';
import type { Copy } from './copy.ts';
import type { SeenTrade, Stranger } from './stranger.ts';

export type Fraud = {
  readonly name: string;
  /** The effect of the fraud, in a sentence. */
  readonly says: string;
  /** The kinds of alarm that report the fraud, and a part of their text if the kind alone could mean another fraud. */
  readonly foundBy: readonly string[];
  readonly about?: RegExp;
  /** Prepares what the fraudster needs later, before the stranger arrives. */
  readonly prepare?: (copy: Copy) => Promise<void>;
  /** Whether the platform and the stranger have made enough progress for the fraud. */
  readonly isReady?: (crime: Crime) => Promise<boolean> | boolean;
  readonly commit: (crime: Crime) => Promise<void>;
  /** Whether the copy can't be used for another fraud, because the stranger no longer follows its log. */
  readonly ruins?: true;
};

export type Sql = <Row extends pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

export type Crime = {
  readonly copy: Copy;
  readonly stranger: Stranger;
  /** The shoppers who may be cheated: account name and number. */
  readonly victims: readonly { readonly account: string; readonly book: string }[];
  /** Reads and writes as the owner, with every guard of the database switched off. */
  readonly sql: Sql;
  /** Signs with a key of the copy's data folder. */
  readonly sign: (file: string, text: string) => Buffer;
  /** Stops the server, keeps the database running for the work, and starts the server again. */
  readonly whileStopped: (work: () => Promise<void>) => Promise<void>;
};

/** Returns a victim's trade as the stranger last saw it. */
export function seenTrade(
  { stranger, victims }: Crime,
  matches: (trade: SeenTrade) => boolean,
): { readonly book: string; readonly trade: SeenTrade } | undefined {
  for (const { account, book } of victims) {
    const trade = stranger.trades(account).find(matches);
    if (trade !== undefined) return { book, trade };
  }
  return undefined;
}

/** Runs statements as the owner of a copy's database, with its guards or without them; refuses any other database. */
export function ownerOf(copy: Copy, how: 'guarded' | 'unguarded' = 'unguarded'): Sql {
  return async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    refuseOthers(copy.data);
    const client = new pg.Client({ connectionString: await ownersUrl(copy.data) });
    await client.connect();
    try {
      if (how === 'unguarded') await client.query('set session_replication_role = replica');
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
}

const GUARD = 'server/src/guard/guard.ts';
const LOOKS = 'findings.add(await breachesOf(pool, this.#byName.get(name) ?? [], atMostMs));';

/**
 * Changes the copy's program so that its own guard detects nothing; otherwise, the guard would freeze trading after the
 * first fraud.
 */
export function blindGuard(copy: Copy): void {
  refuseOthers(copy.data);
  const path = join(copy.folder, GUARD);
  const program = readFileSync(path, 'utf8');
  if (!program.includes(LOOKS)) throw new Error(`expected "${LOOKS}" in ${GUARD}, found another program`);
  writeFileSync(path, program.replace(LOOKS, ''));
}

export function signerOf(copy: Copy): Crime['sign'] {
  return (file, text) => {
    refuseOthers(copy.data);
    return sign(null, Buffer.from(text), createPrivateKey(readFileSync(join(copy.data, file), 'utf8')));
  };
}

export function stopperOf(copy: Copy): Crime['whileStopped'] {
  return async (work) => {
    refuseOthers(copy.data);
    await copy.stop();
    const postgres = await startPostgres({ directory: copy.data });
    await work().finally(() => postgres.stop());
    await copy.start();
  };
}
