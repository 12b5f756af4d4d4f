/**
 * Inviters of a customer, up to three levels, and whether each may earn a share. Only unrelated people earn. An inviter who
 * shares a device or a withdrawal address with somebody further down the chain counts as the same person, and then neither that
 * inviter nor anybody further up earns.
 */
import { profileFor } from '@candor/domain/policy/jurisdiction.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { REFERRAL_LEVELS } from '@candor/domain/referral/shares.ts';
import type { Pool } from '../../db/pool.ts';
import type { Shortfall } from './tables.ts';

export type ChainLink = {
  /** The nearest inviter has level 1. */
  readonly level: number;
  readonly book: bigint;
  /** The reason why the inviter earns nothing; null if the inviter earns a share. */
  readonly shortfall: Extract<Shortfall, 'linked' | 'not_offered' | 'not_verified' | 'restricted'> | null;
};

type Raw = {
  level: number;
  book: string;
  status: string;
  kyc_status: string;
  country: string | null;
  linked: boolean;
};

/** Returns the inviters, nearest first. ID numbers aren't compared, because two verified customers can't have the same one. */
export async function chainAbove(
  pool: Pick<Pool, 'query'>,
  source: bigint,
  jurisdictions: JurisdictionMode,
): Promise<ChainLink[]> {
  const found = await pool.query<Raw>({
    name: 'referral-chain',
    text: `with recursive above as (
        select 0 as level, c.id as book, c.invited_by, array[c.id] as members from customer c where c.id = $1
        union all
        select a.level + 1, c.id, c.invited_by, a.members || c.id from above a join customer c on c.id = a.invited_by
          where a.level < $2
      )
      select a.level, a.book, c.status, c.kyc_status, c.country,
        exists (select from session s join session o on o.device = s.device and o.customer <> s.customer
          where s.device is not null and s.customer = any(a.members) and o.customer = any(a.members))
        or exists (select from withdrawal_address w join withdrawal_address o
          on o.network = w.network and o.address_key = w.address_key and o.book <> w.book
          where w.book = any(a.members) and o.book = any(a.members)) as linked
      from above a join customer c on c.id = a.book where a.level > 0 order by a.level`,
    values: [source, REFERRAL_LEVELS],
  });
  return found.rows.map((raw) => ({
    level: raw.level,
    book: BigInt(raw.book),
    shortfall: shortfallOf(raw, jurisdictions),
  }));
}

function shortfallOf(raw: Raw, jurisdictions: JurisdictionMode): ChainLink['shortfall'] {
  if (raw.status !== 'active') return 'restricted';
  if (raw.linked) return 'linked';
  const isVerified = raw.kyc_status === 'approved';
  if (!isVerified) return 'not_verified';
  const { products } = profileFor(jurisdictions, { country: raw.country, verified: isVerified });
  return products.includes('referral') ? null : 'not_offered';
}
