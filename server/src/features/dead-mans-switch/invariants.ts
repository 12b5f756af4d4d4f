/** An invariant that the database can't enforce: every switch fires once it is due. */
import type { Invariant } from '../../ledger/invariants.ts';

export const deadMansSwitchInvariants: readonly Invariant[] = [
  {
    invariant:
      'L16: time: a dead man’s switch fired with the first entry from its time on, unless it was renewed',
    sql: `select format('switch of book %s, due at %s', s.book, s.due_ms) from dead_mans_switch s
      where s.status = 'armed' and exists (select from tape t where t.symbol = 'BTC/USDT' and t.seq > s.armed_seq and t.time_ms >= s.due_ms
        and t.cause is distinct from 'reject' and t.time_ms <= market_ms() - 120000 - (select ceil(12000 * greatest(c.speed, 1)) from clock c))`,
  },
];
