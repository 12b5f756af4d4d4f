/**
 * Six-digit codes that prove ownership of an address: valid for ten minutes, five attempts, one use and one purpose. A code for a
 * password reset is valid only on the device or network that requested it. Each request has its own code, so an attacker's
 * request invalidates no other code. Attempts are counted in the database before the comparison, so parallel attempts count one
 * by one and a restart resets nothing. Mails for registrations and password resets also contain a link with 128 random bits,
 * which can't be guessed and is exempt from the counters.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { countedAs } from '../../callers/addresses.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallContext } from '../../calls/handler.ts';
import { LIMITS } from '../../limits.ts';
import { deviceOrigin } from '../sessions/devices.ts';
import type { FailedAttempts } from '../secrets/failed-attempts.ts';
import type { Vault } from '../secrets/vault.ts';
import { foldName } from '../names.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const LINK_BYTES = 16;
const LINK = /^[A-Za-z0-9_-]{22}$/;
const { mailCodeValidMs, mailLinkValidMs, mailCodeTriesMax, mailCodesDayMax, mailCodesAllDayMax } =
  LIMITS.attempts;

export type CodePurpose = 'register' | 'reset' | 'contact' | 'trading_password';
const BRINGS_LINK: ReadonlySet<CodePurpose> = new Set(['register', 'reset']);
/** The device and address that identify where a request came from. */
type From = Pick<CallContext, 'device' | 'address'>;

export type CodeRequest = {
  /** An email address or a phone number. */
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly from: From;
  /**
   * Whether the request comes from a device or network from which the owner of the address has logged in. Such a request is
   * exempt from the limit over all sources.
   */
  readonly isOwners?: boolean;
  readonly nowMs: number;
};

export type NewCode =
  | { readonly code: string; readonly link: string | undefined }
  | { readonly waitSeconds: number };

/**
 * Creates a code for a request, or returns the time to wait. An address has two daily limits: one per device or network, and
 * one over all of them, which keeps the mailbox from being flooded. Registrations and resets have a separate overall limit. An
 * attacker who exhausts it has caused mail to the owner with a link that is valid for a day, with which the owner can log in.
 * Codes without a link don't count towards it.
 */
export async function newEmailCode(
  deps: { readonly db: Connection; readonly vault: Vault },
  { email, purpose, from, isOwners = false, nowMs }: CodeRequest,
): Promise<NewCode> {
  const { db, vault } = deps;
  const key = foldName(email);
  const [device, network] = fromHashes(vault, from);
  // Requests for an address run one at a time. A concurrent one is told to wait a second, so that no connection queues for the
  // lock.
  const turn = await db.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('mailed code ' || $1, 0)) as mine`,
    [key],
  );
  if (turn.rows[0]?.mine !== true) return { waitSeconds: 1 };
  const sent = await db.query<{ own: string; all: string; first_ms: string | null }>(
    `select count(*) filter (where c.device_hash = $3 or c.network_hash = $4) as own,
        count(*) filter (where case when c.purpose in ('register', 'reset') then c.purpose = $5 else $5 not in ('register', 'reset') end) as all, min(c.made_ms) as first_ms
      from mailed_code c where c.address_key = $1 and c.made_ms > $2`,
    [key, nowMs - DAY_MS, device, network, purpose],
  );
  const row = sent.rows[0];
  const isFlooded = !isOwners && Number(row?.all ?? 0) >= mailCodesAllDayMax;
  if (Number(row?.own ?? 0) >= mailCodesDayMax || isFlooded) {
    const endsMs = Number(row?.first_ms ?? nowMs) + DAY_MS;
    return { waitSeconds: Math.max(1, Math.ceil((endsMs - nowMs) / 1000)) };
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const link = BRINGS_LINK.has(purpose) ? randomBytes(LINK_BYTES).toString('base64url') : undefined;
  // A newer code replaces the older one from the same source; codes and links from other sources remain valid.
  await db.query(
    `update mailed_code c set expires_ms = least(c.expires_ms, $5)
      where c.address_key = $1 and c.purpose = $2 and (c.device_hash = $3 or c.network_hash = $4) and not c.used`,
    [key, purpose, device, network, nowMs],
  );
  await db.query(
    `insert into mailed_code (address_key, purpose, code_hash, link_hash, device_hash, network_hash, made_ms, expires_ms,
        link_expires_ms) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[key, purpose, codeHash(vault, { key, purpose, code })],
      link === undefined ? null : linkHash(vault, { key, link }),
      ...[device, network, nowMs, nowMs + mailCodeValidMs],
      link === undefined ? null : nowMs + mailLinkValidMs,
    ],
  );
  return { code, link };
}

/** A code that the user typed, or the secret of a mailed link. */
export type GivenCode = CodeRequest & {
  readonly code: string;
  /** The customer who owns the address, or 0n. Attempts from the owner's devices are counted separately. */
  readonly owner: bigint;
  readonly from: Pick<CallContext, 'device' | 'address' | 'agent'>;
};

/**
 * Returns the violation, or the id of the request to which the code belongs, to be used up together with the action that it
 * allows. Attempts at codes are counted per code and per address, whether or not the address has an owner; attempts at links
 * aren't.
 */
export async function guessEmailCode(
  {
    pool,
    failedAttempts,
    vault,
  }: { readonly pool: Pool; readonly failedAttempts: FailedAttempts; readonly vault: Vault },
  given: GivenCode,
) {
  if (LINK.test(given.code)) {
    const request = await requestOfLink({ pool, vault }, given);
    return request === undefined ? codeWrong() : ok(request);
  }
  const { owner, from, nowMs } = given;
  const at = {
    subject: `mail:${foldName(given.email)}`,
    kind: 'mailed_code',
    origin: await deviceOrigin(pool, { customer: owner, from }),
    nowMs,
  } as const;
  const wait = await failedAttempts.take(at);
  if (wait !== undefined) return wait;
  const request = await tryCode({ pool, vault }, given);
  if (request !== undefined) {
    await failedAttempts.forgive(at);
    return ok(request);
  }
  await failedAttempts.miss(at, { customer: owner, agent: from.agent, address: from.address });
  return codeWrong();
}

type Lookup = { readonly pool: Pool; readonly vault: Vault };

async function requestOfLink({ pool, vault }: Lookup, given: GivenCode): Promise<bigint | undefined> {
  const key = foldName(given.email);
  const found = await pool.query<{ id: string }>(
    `select c.id from mailed_code c where c.link_hash = $1 and c.address_key = $2 and c.purpose = $3 and not c.used
      and c.link_expires_ms > $4`,
    [linkHash(vault, { key, link: given.code }), key, given.purpose, given.nowMs],
  );
  const id = found.rows[0]?.id;
  return id === undefined ? undefined : BigInt(id);
}

/**
 * Counts an attempt at each live code of this purpose that this source requested, and uses none up. If there is none, counts
 * the attempt at codes requested elsewhere, because a phone may have changed its network in the meantime; resets are excluded
 * from this.
 */
async function tryCode({ pool, vault }: Lookup, given: GivenCode): Promise<bigint | undefined> {
  const { email, purpose, code, from, nowMs } = given;
  const key = foldName(email);
  const [device, network] = fromHashes(vault, from);
  const tried = await pool.query<{ id: string; right: boolean }>(
    `update mailed_code c set attempts = c.attempts + 1
      where c.address_key = $1 and c.purpose = $2 and not c.used and c.attempts < $3 and c.expires_ms > $4
        and (c.device_hash = $5 or c.network_hash = $6 or ($2 <> 'reset' and not exists (
          select from mailed_code here where here.address_key = $1 and here.purpose = $2 and not here.used
            and here.expires_ms > $4 and (here.device_hash = $5 or here.network_hash = $6))))
      returning c.id, c.code_hash = $7 as right`,
    [key, purpose, mailCodeTriesMax, nowMs, device, network, codeHash(vault, { key, purpose, code })],
  );
  const right = tried.rows.find((row) => row.right);
  return right === undefined ? undefined : BigInt(right.id);
}

/**
 * Uses up a request, and the address's other requests for the same purpose, in the transaction of the action that it allows.
 * Returns false if the request was used up in the meantime.
 */
export async function useEmailCode(db: Connection, request: bigint): Promise<boolean> {
  const used = await db.query(
    `with this as (update mailed_code c set used = true where c.id = $1 and not c.used returning c.address_key, c.purpose),
      others as (update mailed_code c set used = true from this
        where c.address_key = this.address_key and c.purpose = this.purpose and c.id <> $1 and not c.used)
      select from this`,
    [request],
  );
  return used.rowCount === 1;
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });

/** Deletes requests that no longer count towards any limit. */
export async function sweepEmailCodes(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from mailed_code c where c.made_ms < $1', [nowMs - 2 * DAY_MS]);
}

/**
 * Returns the hash of a code. It is keyed, so that a reader of the table can't try out all million codes, and it covers the
 * purpose.
 */
function codeHash(
  vault: Vault,
  { key, purpose, code }: { key: string; purpose: CodePurpose; code: string },
): Buffer {
  return vault.keyed(JSON.stringify([purpose, key, code]), 'mailed code');
}

function linkHash(vault: Vault, { key, link }: { readonly key: string; readonly link: string }): Buffer {
  return vault.keyed(JSON.stringify([key, link]), 'mailed link');
}

/**
 * Returns the hashes that identify the source of a request: the device's cookie and the network. Without a cookie, the network
 * stands in for the device.
 */
function fromHashes(vault: Vault, { device, address }: From): [device: Buffer, network: Buffer] {
  const network = vault.keyed(countedAs(address), 'code asked from network');
  return [device === undefined ? network : vault.keyed(device, 'code asked from device'), network];
}
