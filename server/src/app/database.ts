/** The platform's database: starts it if it is embedded, migrates it, and connects with the serving roles. */
import type { Config } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { ORDER_TRANSACTION_MAX_MS, createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { startPostgres } from '../db/postgres.ts';
import { openVault } from '../identity/secrets/open-vault.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { doorVoucher, introduceVoucher } from '../operators/voucher.ts';
import type { DoorVoucher } from '../operators/voucher.ts';
import type { Closing } from './closing.ts';
import { beginStory } from '../features/demo/story/beginning.ts';
import { demand, demandNoLiveHouse, storedItems } from './live-checklist.ts';
import { writeConfigured } from './open-terms.ts';

export type Database = Pools & {
  readonly urls: Urls;
  readonly vault: Vault;
  readonly voucher: DoorVoucher | undefined;
};
type Pools = Readonly<Record<'pool' | 'tapePool' | 'orderPool' | 'listening' | 'slotPool', Pool>>;
type Urls = Readonly<Record<'url' | 'ownerUrl' | 'tapeUrl' | 'doorUrl' | 'guardUrl', string>> & {
  readonly sessionUrl?: string;
};

/** Rejects a database that was sealed with another key, or that belongs to the other mode. */
export async function openDatabase(config: Config, log: Log, closing: Closing): Promise<Database> {
  const isLive = config.mode === 'live';
  const urls = await urlsOf(config, log, closing);
  await migrate(urls.ownerUrl);
  // Until terms are published, the database's guards check rows against the configured terms.
  await asOwner(urls.ownerUrl, (owner) => writeConfigured(owner, config));
  await asOwner(urls.ownerUrl, (owner) => beginStory(owner, config, Date.now()));
  const key = { given: config.vaultKey, dataFolder: config.data };
  const { vault } = await asOwner(urls.ownerUrl, (owner) => openVault(owner, { ...key, mayCreate: true }));
  const voucher = isLive ? undefined : await voucherOf(vault, urls.ownerUrl);
  const pools = poolsOf(urls, log, closing);
  if (isLive) demand(await storedItems(pools.pool, vault));
  else await demandNoLiveHouse(pools.pool);
  return { ...pools, urls, vault, voucher };
}

async function urlsOf(config: Config, log: Log, closing: Closing): Promise<Urls> {
  if (config.database.kind === 'given') return config.database;
  const { data: directory, walArchive } = config;
  const postgres = await startPostgres({ directory, log, ...(walArchive !== undefined && { walArchive }) });
  closing.push(() => postgres.stop());
  return postgres;
}

function poolsOf({ url, tapeUrl, doorUrl, sessionUrl }: Urls, log: Log, closing: Closing): Pools {
  const { servingConnectionsMax, tapeConnectionsMax, orderConnectionsMax } = LIMITS.database;
  const onError = (error: Error) => log('database: lost a connection', error);
  const opened = (to: string, max: number, transactionMaxMs?: number): Pool => {
    const pool = createPool(to, {
      max,
      onError,
      ...(transactionMaxMs !== undefined && { transactionMaxMs }),
    });
    closing.push(() => pool.end());
    return pool;
  };
  // Posting to the ledger uses a separate role, which can't create sessions.
  const orderPool = opened(url, orderConnectionsMax, ORDER_TRANSACTION_MAX_MS);
  return {
    pool: opened(doorUrl, servingConnectionsMax),
    tapePool: opened(tapeUrl, tapeConnectionsMax),
    orderPool,
    // One connection listens for messages, one for saved watchlists, and one for changes committed by other processes.
    listening: opened(sessionUrl ?? doorUrl, 3),
    slotPool: sessionUrl === undefined ? orderPool : opened(sessionUrl, 1),
  };
}

/**
 * Writes at startup the data that only the database owner may write, over a connection that is closed before the server starts
 * serving.
 */
async function asOwner<Result>(ownerUrl: string, work: (owner: Pool) => Promise<Result>): Promise<Result> {
  const owner = createPool(ownerUrl, { max: 1 });
  return work(owner).finally(() => owner.end());
}

/**
 * In a demo, operators sign with a key that their browser holds. The database owner registers the key that vouches for such
 * browser keys.
 */
async function voucherOf(vault: Vault, ownerUrl: string): Promise<DoorVoucher> {
  const voucher = doorVoucher(vault);
  await asOwner(ownerUrl, (owner) => introduceVoucher(owner, voucher, Date.now()));
  return voucher;
}
