/** Invariants of proposals: two operators decided each, and every change that requires dual approval has an approved proposal. */
import type { Invariant } from '../../ledger/invariants.ts';

export const proposalInvariants: readonly Invariant[] = [
  {
    invariant: 'L22: what moved money by hand two persons did, and each such journal is of such a proposal',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join proposal p on p.book = j.book and p.journal_seq = j.seq and p.status = 'done' and j.ref = 'proposal:' || p.id
      where j.kind in ('manual_correction', 'house_move', 'house_capital', 'promotion_grant')
        and (p.id is null or operator_person(p.proposed_by) is not distinct from operator_person(p.decided_by))
      union all select format('proposal %s of book %s (%s)', p.id, p.book, p.kind) from proposal p
      left join journal j on j.book = p.book and j.seq = p.journal_seq and j.kind = case p.kind
        when 'correction' then 'manual_correction' when 'promotion' then 'promotion_grant' else p.kind end
      where p.status = 'done' and p.kind <> 'terms' and j.seq is null`,
  },
  {
    invariant: 'L22: what was published two persons published, in versions without a gap',
    sql: `select format('%s version %s', t.subject, t.version) from terms t
      left join proposal p on p.book = 0 and p.id = t.proposal and p.status = 'done' and p.kind = 'terms'
      where p.id is null or t.effective_ms < t.published_ms + 60000
        or t.version <> (select count(*) from terms s where s.subject = t.subject and s.version <= t.version)
        or operator_person(p.proposed_by) is not distinct from operator_person(p.decided_by)
      union all select format('proposal %s', p.id) from proposal p left join terms t on t.proposal = p.id
      where p.kind = 'terms' and p.status = 'done' and t.subject is null`,
  },
];
