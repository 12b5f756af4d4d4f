/**
 * For tests: a live platform in this process, on a separate database, whose operators are added as `npm run operator` adds them.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { houseOf } from '../../server/src/config/house.ts';
import { PRIVATE_NETWORKS, networksOf } from '../../server/src/config/networks.ts';
import { KNOWN_PUSH_SERVICES, pushServicesOf } from '../../server/src/config/push.ts';
import type { Config } from '../../server/src/config/config.ts';
import { createPool } from '../../server/src/db/pool.ts';
import type { Pool } from '../../server/src/db/pool.ts';
import { totpCode, totpStep } from '../../server/src/identity/factors/totp.ts';
import { Vault } from '../../server/src/identity/secrets/vault.ts';
import { addWithSecret } from '../../server/src/cli/adding.ts';
import { confirmKeyAsOwner } from '../../server/src/cli/keys.ts';
import { serve } from '../../server/src/app/serve.ts';
import { lineOf } from './console-line.ts';
import type { ConsoleLine } from './console-line.ts';
import { noteConsole } from './console-origin.ts';
import { freshDatabase } from './database.ts';
import { knock, wellAnswered } from './front-door.ts';
import { silentWitnesses } from './made-witnesses.ts';

const HOUSE = {
  ...{ legal_entity: 'Example Markets Ltd', licence_number: '4711', invite_code: 'EXAMPLE' },
  register_url: 'https://register.fca.org.uk/s/firm?id=4711',
  deposit_addresses: { tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  fund_tiers: [
    {
      ...{ min: '100', max: '1000', rate_min: '0.001', rate_max: '0.003', early_fee_rate: '0.01' },
      ...{ days: 7, places: 50 },
    },
  ],
  instruments: ['BTC/USDT', 'ETH/USDT'],
};
export const LIVE_PASSWORD = 'correct horse battery';

export type LiveHouse = {
  readonly origin: string;
  readonly consoleOrigin: string;
  readonly pool: Pool;
  readonly ownerUrl: string;
  /** A code of an admin's authenticator that was not used before. */
  codeOf(account: string): Promise<string>;
  /** Call it with the new secret after an authenticator was replaced. */
  learn(account: string, secret: string): void;
  /** Logs in with password and authenticator. */
  enter(account: string, password?: string): Promise<ConsoleLine>;
  /** Confirms a key as `npm run operator -- operator key` does. */
  confirmAsOwner(account: string, fingerprint: string): Promise<{ done: boolean; text: string }>;
  stop(): Promise<void>;
};

/**
 * The first admin, the operators whom that admin adds alone, and the second admin. From then on, adding an operator requires dual
 * approval.
 */
const STAFF = [
  { account: 'kim', role: 'admin', person: 'Kim' },
  { account: 'noa', role: 'treasurer', person: 'Noa' },
  { account: 'lee', role: 'admin', person: 'Lee' },
] as const;

export async function openLiveHouse(): Promise<LiveHouse> {
  const database = await freshDatabase();
  const data = mkdtempSync(join(tmpdir(), 'candor live-'));
  const vaultKey = randomBytes(32);
  const vault = new Vault(vaultKey);
  const owner = createPool(database.ownerUrl, { max: 1 });
  const pool = createPool(database.url, { max: 2 });
  const secrets = new Map<string, string>();
  const deps = { pool: owner, vault, now: Date.now, password: LIVE_PASSWORD };
  for (const one of STAFF) {
    const operator = one === STAFF[0] ? undefined : STAFF[0];
    const added = await addWithSecret({ ...deps, operator }, one);
    secrets.set(one.account, /once: ([A-Z2-7]+)/.exec(added.text)?.[1] ?? '');
  }
  const serving = await serve(liveConfig(database, { data, vaultKey }), () => undefined);
  const origin = `http://127.0.0.1:${serving.port}`;
  const consoleOrigin = `http://localhost:${serving.consolePort}`;
  noteConsole(origin, `http://127.0.0.1:${serving.consolePort}`);
  const codeOf = async (account: string): Promise<string> => {
    await owner.query('update operator set totp_last_step = 0 where account = $1', [account]);
    return totpCode(secrets.get(account) ?? '', totpStep(Date.now()));
  };
  return {
    ...{ origin, consoleOrigin, pool, ownerUrl: database.ownerUrl, codeOf },
    learn: (account, secret) => void secrets.set(account, secret),
    enter: async (account, password = LIVE_PASSWORD) => {
      const fields = { account, password, totp: await codeOf(account) };
      const { body, device } = await knock(origin, 'POST console/login', { fields });
      const { token } = wellAnswered(body) as { token: string };
      return lineOf({ origin }, { account, token, device });
    },
    confirmAsOwner: (account, fingerprint) =>
      confirmKeyAsOwner(
        { pool: owner, now: Date.now },
        { account, fingerprint: fingerprint.replaceAll(' ', '') },
      ),
    stop: async () => {
      await serving.stop();
      await Promise.all([owner.end(), pool.end()]);
      rmSync(data, { recursive: true, force: true });
      await database.drop();
    },
  };
}

function liveConfig(
  {
    url,
    tapeUrl,
    guardUrl,
    doorUrl,
    ownerUrl,
  }: {
    readonly url: string;
    readonly tapeUrl: string;
    readonly guardUrl: string;
    readonly doorUrl: string;
    readonly ownerUrl: string;
  },
  { data, vaultKey }: { readonly data: string; readonly vaultKey: Buffer },
): Config {
  return {
    ...{ mode: 'live', port: 0, host: '127.0.0.1', data, role: 'all', jurisdictions: 'country' },
    logFormat: 'text',
    walArchive: undefined,
    metrics: undefined,
    house: houseOf(JSON.stringify(HOUSE)),
    tlog: { origin: 'live.example/log', witnesses: silentWitnesses(), quorum: 2 },
    appRollback: undefined,
    timeStamps: { authorities: [], everyMs: 3_600_000, anchors: '' },
    liabilitiesEveryMs: 3_600_000,
    feed: { kind: 'external', token: 'a-feed-of-the-real-market' },
    ...{ database: { kind: 'given', url, tapeUrl, doorUrl, guardUrl, ownerUrl }, vaultKey },
    // No mail server listens at this address, so mail stays in its outbox.
    mail: { url: 'smtp://127.0.0.1:9', from: 'Example <mail@example.com>' },
    ...{ textMessages: undefined, payout: undefined },
    ...{ origin: 'https://example.com', publicOrigins: ['https://example.com'] },
    records: true,
    demoHistory: false,
    trustedProxies: networksOf('trusted-proxies', '127.0.0.9'),
    console: {
      ...{ port: 0, host: '127.0.0.1', origins: [] },
      networks: networksOf('console-networks', PRIVATE_NETWORKS),
    },
    pushServices: pushServicesOf(KNOWN_PUSH_SERVICES),
  };
}

/** Inserts rows with the owner's privileges, bypassing every guard, as an attacker with access to the tables would. */
export async function asOwner(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
