/**
 * Finds customers by what an operator has at hand: a number, an account, an email address, an invite code, a real name, a card, a
 * withdrawal address, a payment's reference, or a device. Names and cards are compared by keyed hashes, so nothing sealed is
 * opened. Filters narrow the result.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import { networkNames } from '@candor/protocol/networks.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import { cardDigest, nameDigest } from '../../identity/documents/digests.ts';
import { foldName } from '../../identity/names.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { checkedAddress, isChain } from '../../payments/addresses.ts';
import { readReference } from '../../payments/reference.ts';
import { COLUMNS, readCustomer } from './customers-store.ts';
import type { FoundCustomer, RawCustomer } from './customers-store.ts';

/** Maximum number of accounts with a common prefix that a search scans. A longer prefix narrows the search. */
const ALIKE_MAX = 500;
/** Maximum number of customers that one exact search finds. */
const SAME_MAX = 200;
/** As the last character, sorts after every account that starts with the prefix. */
const LAST_SIGN = '\u{10ffff}';
const HIGHEST = 9_223_372_036_854_775_807n;

/**
 * Everything is matched exactly except an account, which is matched by prefix. (Email prefixes are not matched, because they
 * would reveal an address character by character.) Newest first.
 */
const HITS = `(select c.id from customer c where c.id = $1::bigint)
    union (select i.owner from invite_code i where i.code = upper($2) and i.owner <> 0)
    union (select c.id from customer c where c.email_key = $3)
    union (select c.id from customer c where c.account_key ~>=~ $3 and c.account_key ~<~ $4
      order by c.account_key using ~<~ limit ${ALIKE_MAX})
    union (select b.book from bank_card b where b.digest = $5::bytea limit ${SAME_MAX})
    union (select k.book from kyc_application k where k.name_key = $6::bytea limit ${SAME_MAX})
    union (select a.book from withdrawal_address a join unnest($7::text[], $8::text[]) as x (network, key)
      on a.network = x.network and a.address_key = x.key limit ${SAME_MAX})
    union (select d.book from deposit d join unnest($9::text[], $10::text[]) as x (network, key)
      on d.network = x.network and d.reference_key = x.key)
    union (select d.book from deposit d join unnest($9::text[], $10::text[]) as x (network, key)
      on d.network = x.network and d.claimed_key = x.key and d.claimed_key is not null and d.status <> 'failed')
    union (select w.book from withdrawal w join unnest($9::text[], $11::text[]) as x (network, paid)
      on w.network = x.network and w.paid_reference = x.paid)
    union (select s.customer from session s where s.device >= $12::bytea and s.device < $13::bytea limit ${SAME_MAX})`;

export type CustomerSearch = Pick<
  ConsoleInput<'GET customers'>,
  'q' | 'status' | 'country' | 'identity' | 'activity'
> & {
  /** Only customers with a smaller number than this. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

type Deps = {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'keyed'>;
  /** The wall clock, by which sessions are dated. */
  readonly wallNow: () => number;
};

export async function searchCustomers(deps: Deps, search: CustomerSearch): Promise<FoundCustomer[]> {
  const text = search.q?.trim() ?? '';
  const found = text === '' ? await newest(deps, search) : await matching(deps, { ...search, text });
  return found.rows.map(readCustomer);
}

/** Without a text, the newest customers. An index finds them by state, country or identity if the filter names one. */
function newest({ pool, wallNow }: Deps, search: CustomerSearch) {
  const values: unknown[] = [];
  return pool.query<RawCustomer>(
    `select ${COLUMNS} from customer c where ${narrowed(search, wallNow(), values)}`,
    values,
  );
}

/** The condition of the filters, and the order and length of a page; its parameters are added to the values. */
function narrowed(
  { below = HIGHEST, limit, status, country, identity, activity }: CustomerSearch,
  nowMs: number,
  values: unknown[],
): string {
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wanted = [
    ...(status === undefined ? [] : [`c.status = ${parameter(status)}`]),
    ...(country === undefined ? [] : [`c.country = ${parameter(country.toUpperCase())}`]),
    ...(identity === undefined ? [] : [`c.kyc_status = ${parameter(identity)}`]),
    ...(activity === undefined ? [] : [activitySql(activity, parameter(nowMs))]),
    `c.id < ${parameter(below)}::bigint`,
  ];
  return `${wanted.join(' and ')} order by c.id desc limit ${parameter(limit)}`;
}

const ACTIVE_DAYS = { week: 7, month: 30, quiet: 90 } as const;

function activitySql(activity: keyof typeof ACTIVE_DAYS, now: string): string {
  const since = `${now}::bigint - ${ACTIVE_DAYS[activity] * DAY_MS}`;
  const seen = `exists (select from session s where s.customer = c.id and s.seen_ms >= ${since})`;
  return activity === 'quiet' ? `not ${seen}` : seen;
}

function matching(
  { pool, vault, wallNow }: Deps,
  { text, ...search }: CustomerSearch & { readonly text: string },
) {
  const key = foldName(text);
  const addresses = networkNames.filter(isChain).flatMap((network) => {
    const checked = checkedAddress(network, text);
    return checked.ok ? [{ network, key: checked.value.key }] : [];
  });
  const references = networkNames.flatMap((network) => {
    const read = readReference(network, text);
    return read === undefined ? [] : [{ network, ...read }];
  });
  const device = /^[0-9a-f]{12,64}$/.test(text) ? text : undefined;
  const values: unknown[] = [
    /^\d{1,18}$/.test(text) ? text : null,
    ...[text, key, `${key}${LAST_SIGN}`],
    ...[cardDigest(vault, text), nameDigest(vault, text)],
    ...[addresses.map((one) => one.network), addresses.map((one) => one.key)],
    ...[references.map((one) => one.network), references.map((one) => one.key)],
    references.map((one) => one.text),
    device === undefined ? null : bytesFrom(device, '0'),
    device === undefined ? null : bytesFrom(device, 'f'),
  ];
  return pool.query<RawCustomer>(
    `with hit as (${HITS}) select ${COLUMNS} from hit join customer c on c.id = hit.id
      where ${narrowed(search, wallNow(), values)}`,
    values,
  );
}

/** The first or last hash that begins with the digits. */
function bytesFrom(digits: string, fill: '0' | 'f'): Buffer {
  const whole = Buffer.from(digits.padEnd(64, fill), 'hex');
  return fill === '0' ? whole : Buffer.concat([whole, Buffer.from([0])]);
}
