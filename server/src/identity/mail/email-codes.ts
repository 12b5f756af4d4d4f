/**
 * Six digits sent to an address prove that its owner is there: good for ten minutes, five tries, one use and one purpose, and a
 * forgotten password's only on the device or network that asked for them. Each request has a code of its own, so a stranger's
 * request takes nobody's code away.
 * Tries are counted in the database before the comparison, so that parallel guesses are counted one by one and a restart
 * forgives none. A registration and a forgotten password are mailed a link as well: 128 bits, which nobody guesses and no counter blocks.
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
/** Where a request came from, as far as that can be told again. */
type From = Pick<CallContext, 'device' | 'address'>;

export type CodeRequest = {
  /** An e-mail address, or a phone number. */
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly from: From;
  /** Whether it comes from where whoever has the address was signed in: what strangers asked for then counts nothing. */
  readonly isOwners?: boolean;
  readonly nowMs: number;
};

export type NewCode =
  | { readonly code: string; readonly link: string | undefined }
  | { readonly waitSeconds: number };

/**
 * Makes a code for a request, or says how long to wait. Two bounds hold: what one device or network may ask for an address in
 * a day, and what all together may, so that nobody's mailbox is flooded. Registrations and resets have that second bound to themselves:
 * each brings a link that is good for a day, so that whoever uses the bound up has mailed its owner a way in, and codes without one take
 * none of it.
 */
export async function newEmailCode(
  deps: { readonly db: Connection; readonly vault: Vault },
  { email, purpose, from, isOwners = false, nowMs }: CodeRequest,
): Promise<NewCode> {
  const { db, vault } = deps;
  const key = foldName(email);
  const [device, network] = fromHashes(vault, from);
  // Of requests for one address at once the second counts the first, or waits a second: nobody queues for the database here.
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
  // A newer code that is asked for from here takes the older one's place; nobody else's does, and links stay.
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

/** A code as somebody typed it, or what the mailed link brought along. */
export type GivenCode = CodeRequest & {
  readonly code: string;
  /** Who has the address, 0n when nobody has: their own devices are counted apart from strangers. */
  readonly owner: bigint;
  readonly from: Pick<CallContext, 'device' | 'address' | 'agent'>;
};

/**
 * The number of the request that the code answers, to be used up with what it allows, or why it is refused. Besides the tries at
 * one code the guesses at an address are counted over all its codes, whether anybody has that address or not; those at
 * links are not.
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
 * Counts a try at each living code of this purpose that was asked for from here; does not use one up. Where none was, a code that
 * resets nothing may have been asked for elsewhere: on a phone that has changed its network, say.
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
 * Uses a request up, in the transaction of what it allows, and with it the address's others of its purpose; false when it was
 * used up meanwhile.
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

/** Forgets requests that no bound counts any more. */
export async function sweepEmailCodes(pool: Pool, nowMs: number): Promise<void> {
  await pool.query('delete from mailed_code c where c.made_ms < $1', [nowMs - 2 * DAY_MS]);
}

/** Keyed, so that whoever reads the table cannot try a million codes; the purpose is part of it. */
function codeHash(
  vault: Vault,
  { key, purpose, code }: { key: string; purpose: CodePurpose; code: string },
): Buffer {
  return vault.keyed(JSON.stringify([purpose, key, code]), 'mailed code');
}

function linkHash(vault: Vault, { key, link }: { readonly key: string; readonly link: string }): Buffer {
  return vault.keyed(JSON.stringify([key, link]), 'mailed link');
}

/** A device by its cookie; one without a cookie is its network alone. */
function fromHashes(vault: Vault, { device, address }: From): [device: Buffer, network: Buffer] {
  const network = vault.keyed(countedAs(address), 'code asked from network');
  return [device === undefined ? network : vault.keyed(device, 'code asked from device'), network];
}
