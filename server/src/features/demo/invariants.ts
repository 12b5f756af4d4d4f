/** Invariants of the house's time: it equals the wall clock plus the recorded steps of a demo. */
import type { Invariant } from '../../ledger/invariants.ts';

export const demoInvariants: readonly Invariant[] = [
  {
    invariant:
      'L29: the house’s time is ahead of the wall clock by its steps, and on a live platform by nothing',
    sql: `select format('%s ms ahead', c.ahead_ms) from clock c
      where c.ahead_ms <> coalesce((select s.ahead_ms from clock_step s order by s.number desc limit 1), 0)
        or (c.ahead_ms <> 0 and is_live_house())`,
  },
  {
    invariant: 'L29: each step of the house’s time is on record',
    sql: `select format('step %s', s.number) from clock_step s
      where s.audit_seq is not null and not exists (select from audit a where a.seq = s.audit_seq and a.subject = 'clock'
        and a.action = 'clock.forward' and (s.number = 1 or s.step_ms = extract(epoch from
          (a.after::jsonb ->> 'market_time')::timestamptz - (a.before::jsonb ->> 'market_time')::timestamptz) * 1000))`,
  },
];
