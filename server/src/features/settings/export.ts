/**
 * A customer's data export: everything stored about the customer, with one section per kind of data. Values are exported as
 * stored, with amounts as decimal text. Times are in seconds since 1970; their names end in `_at`.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../../db/pool.ts';
import { readHoldings, readJournals } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import type { ExportSection } from '../../platform/feature.ts';
import { asText } from '../../db/as-text.ts';

type ExportRow = Record<string, unknown>;
export type Exported = CallOutput<'POST user/export'>;

type Section = {
  readonly name: string;
  /** SQL for the section's rows, newest first; $1 is the customer. */
  readonly sql: string;
};

const SECTIONS: readonly Section[] = [
  {
    name: 'profile',
    sql: `select id, account, email, phone, wallet_address, to_char(birth_date, 'YYYY-MM-DD') as birth_date, country, language,
        status, standing_reason, kyc_status, lever_enabled, credit_score, anti_phishing_word, invited_by <> 0 as invited,
        (select i.code from invite_code i where i.owner = c.id and i.owner <> 0) as invite_code,
        registered_ms, security_changed_ms, closed_ms
      from customer c where id = $1`,
  },
  {
    name: 'sessions',
    sql: `select id, agent, address, created_ms, seen_ms, expires_ms, revoked_ms from session
      where customer = $1 order by id desc`,
  },
  {
    name: 'security_events',
    sql: `select kind, time_ms, agent, address from security_event where customer = $1 order by id desc`,
  },
  {
    name: 'passkeys',
    sql: `select name, transports, created_ms, used_ms from passkey where customer = $1 order by id desc`,
  },
  {
    name: 'mail',
    sql: `select m.kind, m.subject, m.created_ms, m.sent_ms from mail m where m.customer = $1 order by m.id desc`,
  },
  {
    name: 'pictures',
    sql: `select id, purpose, mime, width, height, stored_ms from stored_file where customer = $1 order by stored_ms desc`,
  },
  {
    name: 'notices',
    sql: `select topic, channel, enabled from notification_choice where customer = $1 order by topic, channel`,
  },
  {
    name: 'credit_score',
    sql: `select time_ms, score_before, score_after, reason from credit_change where customer = $1 order by id desc`,
  },
  {
    name: 'own_limits',
    sql: `select kind, period, amount, pending_amount, pending_from_ms, used, period_start_ms from own_limit
      where book = $1 order by id`,
  },
  {
    name: 'pauses',
    sql: `select kind, from_ms, until_ms from own_pause where book = $1 order by id desc`,
  },
  {
    name: 'leverage_applications',
    sql: `select id, status, reason, answers, submitted_ms, decided_ms from lever_application
      where book = $1 order by id desc`,
  },
  {
    name: 'experience_credit',
    sql: `select amount, status, granted_ms, expires_ms, turnover, ended_ms from experience_credit
      where book = $1 order by id desc`,
  },
  {
    name: 'spot_orders',
    sql: `select id, symbol, to_symbol, side, type, quantity, price, filled_quantity, fee_rate, status, reason, created_ms,
        updated_ms
      from spot_order where book = $1 order by id desc`,
  },
  {
    name: 'spot_amendments',
    sql: `select order_id, version, was_price, was_stop, was_quantity, price, stop, quantity, tape_seq, time_ms from spot_amendment
      where book = $1 order by order_id desc, version desc`,
  },
  {
    name: 'spot_fills',
    sql: `select order_id, leg, symbol, side, quantity, price, value, fee, fee_rate, tape_seq, journal_seq, time_ms from spot_fill
      where book = $1 order by order_id desc, leg`,
  },
  {
    name: 'positions',
    sql: `select id, product, symbol, side, type, status, reason, quantity, open_quantity, leverage, collateral, price,
        entry_price, entry_seq, entry_ms, open_fee, fee_rate, financing_rate, initial_margin, margin, added, financing,
        take_profit, stop_price, trail_distance, realised_pnl, closes, created_ms, updated_ms, closed_ms
      from position where book = $1 order by id desc`,
  },
  {
    name: 'position_amendments',
    sql: `select position_id, version, was_price, was_quantity, was_expires_ms, price, quantity, expires_ms, tape_seq, time_ms
      from position_amendment where book = $1 order by position_id desc, version desc`,
  },
  {
    name: 'options',
    sql: `select id, product, symbol, side, seconds, currency, source, stake, payout_ratio, status, reason, accepted_ms,
        accepted_seq, expires_ms, strike, settle, settle_seq, settled_ms, pnl
      from option_ticket where book = $1 order by id desc`,
  },
  {
    name: 'deposits',
    sql: `select id, currency, network, amount, claimed_reference, status, reason, submitted_ms, deadline_ms, decided_ms,
        reference, credited_currency, credited_amount, rate
      from deposit where book = $1 order by id desc`,
  },
  {
    name: 'withdrawals',
    sql: `select id, currency, network, address, amount, fee, status, reason, requested_ms, deadline_ms, hold_reason,
        hold_until_ms, approved_ms, paid_reference, decided_ms
      from withdrawal where book = $1 order by id desc`,
  },
  {
    name: 'withdrawal_addresses',
    sql: `select id, network, address, label, added_ms, usable_ms, deleted_ms from withdrawal_address
      where book = $1 order by id desc`,
  },
  {
    name: 'exchanges',
    sql: `select id, from_currency, to_currency, from_amount, to_amount, fee, legs, quoted_ms, time_ms, journal_seq
      from exchange where book = $1 order by id desc`,
  },
  {
    // Only the host is exported, because anyone who has the full endpoint can push to the browser.
    name: 'push_browsers',
    sql: `select split_part(endpoint, '/', 3) as service, details, created_ms from push_subscription
      where customer = $1 order by created_ms desc, id desc`,
  },
  {
    name: 'price_alerts',
    sql: `select id, symbol, direction, price, status, armed_seq, created_ms, ended_ms, reached_seq from price_alert
      where book = $1 order by id desc`,
  },
  {
    name: 'messages',
    sql: `select n.kind, n.params, n.time_ms, n.mailed_ms, n.read_ms from (
        select id, kind, params, time_ms, mailed_ms, read_ms from notice where book = $1
        union all select a.id, 'agreement_changed', json_build_object('article', a.slug)::text, a.time_ms, null, r.read_ms
          from agreement_notice a left join agreement_notice_read r on r.book = $1 and r.id = a.id
          where a.time_ms >= (select c.registered_ms from customer c where c.id = $1)) n
      order by n.time_ms desc, n.id desc`,
  },
  {
    // The operator and the internal notes are left out.
    name: 'acts_of_operators',
    sql: `select time_ms, role, action from audit where subject = 'customer:' || $1::bigint order by seq desc`,
  },
];

/** Reads one section after another, so that an export uses only one database connection. */
export async function exportOf(
  pool: Pool,
  at: { readonly customer: bigint; readonly nowMs: number; readonly parts: readonly ExportSection[] },
): Promise<Exported> {
  const { customer } = at;
  const most = LIMITS.settings.exportRowsMax;
  const sections: Record<string, ExportRow[]> = {};
  const cut: ExportRow[] = [];
  // Lists a truncated section in `left_out`.
  const keep = (section: string, rows: readonly ExportRow[]): void => {
    if (rows.length > most) cut.push({ section, rows_max: most, order: 'newest first' });
    sections[section] = rows.slice(0, most);
  };
  for (const { name, sql } of SECTIONS) {
    const found = await pool.query<Record<string, string | null>>({
      text: `${sql} limit ${most + 1}`,
      values: [customer],
      types: asText,
    });
    keep(name, found.rows.map(readable));
  }
  const holdings = await readHoldings(pool, customer);
  keep(
    'balances',
    holdings.map(({ account, currency, amount }) => ({ account, currency, amount: formatAmount(amount) })),
  );
  keep('journals', await readJournals(pool, customer, most + 1));
  for (const { section, rows } of at.parts) keep(section, await rows(customer));
  return { made_at: Math.floor(at.nowMs / 1000), sections: { ...sections, left_out: cut } };
}

/** Converts times from milliseconds to seconds, and the end of their names from `_ms` to `_at`. */
function readable(raw: Readonly<Record<string, string | null>>): ExportRow {
  return Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      if (!name.endsWith('_ms')) return [name, text];
      return [name.replace(/_ms$/, '_at'), text === null ? null : Math.floor(Number(text) / 1000)];
    }),
  );
}
