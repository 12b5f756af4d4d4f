/**
 * The requirements of live mode. The platform does not open while one of them is not met. Missing configuration is reported
 * first; missing data is reported once the database is reachable. The console shows the same list.
 */
import { ok } from '@candor/domain/outcome.ts';
import { outsideHostOf } from '@candor/protocol/outside.ts';
import type { Config } from '../config/config.ts';
import { hostsOf } from '../db/hosts.ts';
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { hasPlayMoney, isLiveHouse } from '../ledger/play-money.ts';
import { demoOperators } from '../operators/demo-operators.ts';
import { totpPurpose } from '../operators/operators.ts';
import { feature } from '../platform/feature.ts';
import { instruments } from '../quotes/catalogue.ts';

export type ChecklistItem = { readonly code: string; readonly met: boolean; readonly says: string };

type Configured = Pick<
  Config,
  | 'house'
  | 'feed'
  | 'mail'
  | 'origin'
  | 'publicOrigins'
  | 'trustedProxies'
  | 'jurisdictions'
  | 'vaultKey'
  | 'database'
  | 'tlog'
>;

/** With fewer witnesses, a single one that fails or colludes would be decisive. */
const WITNESSES_MIN = 3;
const QUORUM_MIN = 2;

/** A key with fewer distinct bytes is assumed not to be random. */
const KEY_VARIETY_MIN = 16;

const item = (code: string, met: boolean, says: string): ChecklistItem => ({ code, met, says });

export function configuredItems(config: Configured): ChecklistItem[] {
  return [...licenceItems(config), ...marketItems(config), ...openingItems(config), ...doorItems(config)];
}

function licenceItems({ house }: Configured): ChecklistItem[] {
  return [
    item(
      'legal_entity',
      house?.legalEntity !== undefined,
      'legal_entity in the house file: who customers deal with',
    ),
    item('licence', house?.licenceNumber !== undefined, 'licence_number in the house file'),
    item(
      'register',
      house?.registerUrl !== undefined && outsideHostOf(house.registerUrl) !== undefined,
      'register_url in the house file: where anybody finds the licence, on a host that the app leads to (protocol/src/outside.ts)',
    ),
    item(
      'invite_code',
      house?.inviteCode !== undefined,
      'invite_code in the house file, for the first customers',
    ),
  ];
}

function marketItems({ house, feed, database, tlog }: Configured): ChecklistItem[] {
  const unknown = house?.instruments.filter((symbol) => !instruments.has(symbol)) ?? [];
  const carried = house?.instruments.length ?? 0;
  return [
    item(
      'log_witnesses',
      tlog.witnesses !== 'own' && tlog.witnesses.length >= WITNESSES_MIN && tlog.quorum >= QUORUM_MIN,
      '--witness, at least three that others run, of which at least two must cosign (--witness-quorum): they confirm that everybody sees the same log',
    ),
    item(
      'live_prices',
      feed.kind === 'external',
      '--feed external: prices of the market and none of a simulation',
    ),
    item(
      'instruments',
      carried > 0 && unknown.length === 0,
      unknown.length > 0
        ? `instruments in the house file: there is no ${unknown.join(', ')}`
        : 'instruments in the house file: those that the feed carries; no other is traded',
    ),
    item(
      'database_roles',
      database.kind === 'embedded' ||
        new Set(
          [database.url, database.tapeUrl, database.doorUrl, database.guardUrl].map(
            (url) => new URL(hostsOf(url)[0] ?? url).username,
          ),
        ).size === 4,
      'DATABASE_TAPE_URL, DATABASE_DOOR_URL and DATABASE_GUARD_URL: a login of its own for whoever writes the tape, signs people in, and checks the books',
    ),
  ];
}

function openingItems({ house, mail, jurisdictions }: Configured): ChecklistItem[] {
  const ways = Object.keys({ ...house?.ways.addresses, ...house?.ways.wires });
  return [
    item('email', mail !== undefined, 'SMTP_URL and MAIL_FROM: mail that is really sent'),
    item(
      'deposit_ways',
      ways.length > 0,
      'deposit_addresses or wires in the house file: where money comes in',
    ),
    item(
      'fund_tiers',
      (house?.fundTiers.length ?? 0) > 0,
      'fund_tiers in the house file; there are none by default',
    ),
    item(
      'jurisdiction',
      jurisdictions !== 'demo',
      '--jurisdiction country, eu or uk: what customers may be offered',
    ),
  ];
}

function doorItems({ origin, publicOrigins, trustedProxies, vaultKey }: Configured): ChecklistItem[] {
  return [
    item(
      'origin',
      origin?.startsWith('https://') === true,
      '--origin https://…: the one address of the house',
    ),
    item(
      'public_origins',
      publicOrigins.length > 0 && publicOrigins.every((one) => one.startsWith('https://')),
      '--public-origins https://…: every address at which customers are answered; whoever is called otherwise is not us',
    ),
    item(
      'trusted_proxies',
      trustedProxies.length > 0,
      '--trusted-proxies a.b.c.d/n: what ends TLS in front of this server; without it everybody would share its address',
    ),
    item(
      'vault_key',
      vaultKey !== undefined && new Set(vaultKey).size >= KEY_VARIETY_MIN,
      'VAULT_KEY: random bytes of this house alone, kept apart from its data',
    ),
  ];
}

export async function storedItems(pool: Pool, vault: Vault): Promise<ChecklistItem[]> {
  const found = await pool.query<{ account: string; person: string; sealed: Buffer }>(
    `select o.account, o.person, o.sealed_totp_secret as sealed from operator o
      where o.role = 'admin' and o.confirmed_ms is not null and o.disabled_ms is null
        and o.sealed_totp_secret is not null`,
  );
  const persons = new Set(
    found.rows
      .filter(({ account, sealed }) => !isDemoSecret(vault.open(sealed, totpPurpose(account)).toString()))
      .map(({ person }) => person),
  );
  return [
    {
      code: 'no_play_money',
      met: !(await hasPlayMoney(pool)),
      says: 'a database in which no demo ever ran: play money and real money never meet',
    },
    {
      code: 'operators',
      met: persons.size >= 2,
      says: 'two admins with an authenticator, two persons: npm run operator -- operator add; from then on it takes two to add anybody; those of a demo do not count',
    },
  ];
}

const demoSecrets: ReadonlySet<string> = new Set(demoOperators.map(({ totpSecret }) => totpSecret));

function isDemoSecret(secret: string): boolean {
  return demoSecrets.has(secret);
}

export class NotReady extends Error {}

/** Returns a summary followed by one line per unmet requirement, or undefined if all are met. */
export function lackOf(items: readonly ChecklistItem[]): string | undefined {
  const lines = items.filter(({ met }) => !met).map(({ code, says }) => `  ${code}: ${says}`);
  return lines.length === 0
    ? undefined
    : ['Live mode does not start, because it lacks:', ...lines].join('\n');
}

export function demand(items: readonly ChecklistItem[]): void {
  const lack = lackOf(items);
  if (lack !== undefined) throw new NotReady(lack);
}

/**
 * Throws if a demo would write to a live platform's database: it would add play money, and example operators whose passwords are
 * public.
 */
export async function demandNoLiveHouse(pool: Pool): Promise<void> {
  if (!(await isLiveHouse(pool))) return;
  throw new NotReady(
    'This database belongs to a live platform, so it can’t be started as a demo. Start it with --mode live.',
  );
}

/** A separate feature, because it covers all the others. */
export const checklistFeature = feature({
  name: 'checklist',
  serve: ({ config, pool, vault }) => ({
    consoleCalls: {
      'GET checklist': async () =>
        ok({ mode: config.mode, items: [...configuredItems(config), ...(await storedItems(pool, vault))] }),
    },
  }),
});
