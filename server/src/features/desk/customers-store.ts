/** Customers as operators view them. Personal data other than the account is masked or left out. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';

export type FoundCustomer = {
  readonly id: bigint;
  readonly account: string;
  readonly email: string | null;
  readonly country: string | null;
  readonly status: string;
  readonly standingReason: string | null;
  readonly kycStatus: string;
  readonly leverEnabled: boolean;
  readonly creditScore: number;
  readonly registeredMs: number;
  readonly seenMs: number | null;
};

export type RawCustomer = {
  id: string;
  account: string;
  email: string | null;
  country: string | null;
  status: string;
  standing_reason: string | null;
  kyc_status: string;
  lever_enabled: boolean;
  credit_score: number;
  registered_ms: string;
  seen_ms: string | null;
};

export const COLUMNS = `c.id, c.account, c.email, c.country, c.status, c.standing_reason, c.kyc_status, c.lever_enabled,
  c.credit_score, c.registered_ms, (select max(s.seen_ms) + house_ahead_ms() from session s where s.customer = c.id) as seen_ms`;

export const readCustomer = (raw: RawCustomer): FoundCustomer => ({
  id: BigInt(raw.id),
  account: raw.account,
  email: raw.email,
  country: raw.country,
  status: raw.status,
  standingReason: raw.standing_reason,
  kycStatus: raw.kyc_status,
  leverEnabled: raw.lever_enabled,
  creditScore: raw.credit_score,
  registeredMs: Number(raw.registered_ms),
  seenMs: raw.seen_ms === null ? null : Number(raw.seen_ms),
});

/** A customer has a limited number of open orders, positions and options. */
const HOLDS_MAX = 1000;

export type SeenCustomer = FoundCustomer & {
  readonly inviteCode: string;
  readonly invitedBy: bigint;
  readonly hasTradingPassword: boolean;
  readonly totp: boolean;
  readonly passkeys: number;
  readonly hasBankCard: boolean;
  readonly securityChangedMs: number | null;
  readonly devices: number;
  readonly tied: boolean;
  readonly sameDevice: boolean;
};

type RawSeen = RawCustomer & {
  invite_code: string | null;
  invited_by: string;
  has_trading_password: boolean;
  totp: boolean;
  passkeys: number;
  has_bank_card: boolean;
  security_changed_ms: string | null;
  devices: number;
  tied: boolean;
  same_device: boolean;
};

/** Returns undefined if no customer has this number. */
export async function seeCustomer(
  pool: Pool,
  { customer, person }: { readonly customer: bigint; readonly person: string },
): Promise<SeenCustomer | undefined> {
  const found = await pool.query<RawSeen>(
    `select ${COLUMNS}, c.invited_by, c.security_changed_ms,
        (select i.code from invite_code i where i.owner = c.id and i.owner <> 0) as invite_code,
        c.trading_password_hash is not null as has_trading_password,
        exists (select from authenticator a where a.customer = c.id and a.bound_ms is not null) as totp,
        (select count(*)::int from passkey p where p.customer = c.id) as passkeys,
        exists (select from bank_card b where b.book = c.id) as has_bank_card,
        (select count(distinct s.device)::int from session s where s.customer = c.id) as devices,
        exists (select from operator_tie t where t.customer = c.id and t.person = $2) as tied,
        exists (select from operator o join operator_session s on s.account = o.account
          join session mine on mine.customer = c.id and mine.device = s.device where o.person = $2) as same_device
      from customer c where c.id = $1`,
    [customer, person],
  );
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return {
    ...readCustomer(raw),
    inviteCode: raw.invite_code ?? '',
    invitedBy: BigInt(raw.invited_by),
    hasTradingPassword: raw.has_trading_password,
    totp: raw.totp,
    passkeys: raw.passkeys,
    hasBankCard: raw.has_bank_card,
    securityChangedMs: raw.security_changed_ms === null ? null : Number(raw.security_changed_ms),
    devices: raw.devices,
    tied: raw.tied,
    sameDevice: raw.same_device,
  };
}

export async function openOf(
  pool: Pool,
  customer: bigint,
): Promise<readonly { readonly kind: string; readonly count: number }[]> {
  const found = await pool.query<{ kind: string; count: number }>(
    `select * from (
        select 'spot_order' as kind, count(*)::int from spot_order o where o.book = $1 and o.status = 'open'
        union all select 'position', count(*)::int from position p
          where p.book = $1 and p.status in ('pending', 'open', 'closing')
        union all select 'option', count(*)::int from option_ticket t where t.book = $1 and t.status = 'open'
        union all select 'deposit', count(*)::int from deposit d
          where d.book = $1 and d.status in ('under_review', 'waiting')
        union all select 'withdrawal', count(*)::int from withdrawal w
          where w.book = $1 and w.status in ('under_review', 'waiting')
        union all select 'fund_order', count(*)::int from fund_order f
          where f.book = $1 and f.status in ('pending', 'in_progress')
        union all select 'loan', count(*)::int from loan l
          where l.book = $1 and l.status in ('pending_review', 'disbursed')
      ) o where o.count > 0`,
    [customer],
  );
  return found.rows;
}

export type Hold = {
  readonly ref: string;
  readonly account: string;
  readonly currency: string;
  readonly amount: Amount;
};

/** The items that freeze parts of a customer's balances, among them the stakes of open options. */
export async function holdsOf(pool: Pool, customer: bigint): Promise<readonly Hold[]> {
  const found = await pool.query<Omit<Hold, 'amount'> & { amount: string }>(
    `select h.ref, h.account::text, h.currency, h.amount from open_hold h where h.book = $1
      union all select s.ref, s.account::text, s.currency, s.amount from open_stake s where s.book = $1
      order by 1 limit $2`,
    [customer, HOLDS_MAX],
  );
  return found.rows.map((row) => ({ ...row, amount: fromNumeric(row.amount) }));
}
