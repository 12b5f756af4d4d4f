/**
 * The other customers who share a card, a withdrawal address, a device or a network address with a customer. Hashes are compared,
 * what is shown is masked, and each view is recorded.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import type { Pool } from '../../db/pool.ts';
import { act } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { isCustomer } from './timeline-store.ts';
import { secondsOf } from './views.ts';

/** A shared network may have thousands of customers. */
const LINKS_MAX = 100;
/** At most this many of a customer's own devices and networks are compared, the newest first. */
const OWN_MAX = 200;

/** Each part finds the others by an index of the shared hash or key. */
const LINKS = `with device as (
    select s.device from session s where s.customer = $1 and s.device is not null group by s.device order by max(s.seen_ms) desc limit ${OWN_MAX}
  ), network as (
    select s.address from session s where s.customer = $1 group by s.address order by max(s.seen_ms) desc limit ${OWN_MAX}
  )
  select l.* from (
    (select 'card' as kind, coalesce(o.shown::jsonb ->> 'card_number', '') as label, o.book as customer, o.bound_ms as last_ms
      from bank_card m join bank_card o on o.digest = m.digest and o.book <> m.book
      where m.book = $1 and m.digest is not null order by o.book limit ${LINKS_MAX + 1})
    union all
    (select 'address', o.address, o.book, max(o.added_ms)
      from withdrawal_address m join withdrawal_address o on o.network = m.network and o.address_key = m.address_key and o.book <> m.book
      where m.book = $1 group by o.address, o.book order by o.book limit ${LINKS_MAX + 1})
    union all
    (select 'device', encode(m.device, 'hex'), o.customer, max(o.seen_ms) + house_ahead_ms()
      from device m join session o on o.device = m.device and o.customer <> $1
      group by m.device, o.customer order by o.customer limit ${LINKS_MAX + 1})
    union all
    (select 'network', m.address, o.customer, max(o.seen_ms) + house_ahead_ms()
      from network m join session o on hashtextextended(o.address, 0) = hashtextextended(m.address, 0) and o.customer <> $1
      group by m.address, o.customer order by o.customer limit ${LINKS_MAX + 1})
  ) l order by array_position(array['card', 'address', 'device', 'network'], l.kind), l.label, l.customer limit ${LINKS_MAX + 1}`;

type Raw = {
  kind: 'card' | 'address' | 'device' | 'network';
  label: string;
  customer: string;
  last_ms: string;
};

/** Records the view. The links may be read only afterwards. */
const readLinks: OperatorCommand<{ readonly customer: bigint }, Record<string, never>, never> = {
  roles: ['reviewer', 'admin'],
  decide: (_connection, { customer }) =>
    Promise.resolve(
      ok({
        answer: {},
        entry: {
          action: 'links.read',
          subject: `customer:${customer}`,
          before: {},
          after: {},
          reason: undefined,
        },
        apply: () => Promise.resolve(),
      }),
    ),
};

export function linksHandler({
  pool,
  now,
}: {
  readonly pool: Pool;
  readonly now: () => number;
}): ConsoleHandlers['GET links'] {
  return async ({ customer: id }, { operator }) => {
    const customer = BigInt(id);
    if (!(await isCustomer(pool, customer))) return refuse('user_not_found');
    const recorded = await act({ pool, operator, now }, readLinks, { customer });
    if (!recorded.ok) return recorded;
    const { rows } = await pool.query<Raw>(LINKS, [customer]);
    const items = rows.slice(0, LINKS_MAX).map((raw) => ({
      ...{ kind: raw.kind, customer: raw.customer },
      label: masked(raw),
      last_at: secondsOf(BigInt(raw.last_ms)),
    }));
    return ok({ items, more: rows.length > LINKS_MAX });
  };
}

/**
 * A device's hash is shortened to the digits by which it can be searched; a card is already masked where it is
 * stored.
 */
export function masked({ kind, label }: Pick<Raw, 'kind' | 'label'>): string {
  if (kind === 'card') return label;
  if (kind === 'device') return label.slice(0, 12);
  if (kind === 'address') return `${label.slice(0, 4)}…${label.slice(-4)}`;
  const [separator, hidden] = label.includes(':') ? [':', '*'] : ['.', '*.*'];
  return [...label.split(separator).slice(0, 2), hidden].join(separator);
}
