/** What must be true of experience credit: granted and converted by journals, turned over at risk, and never half of a hedge. */
export const creditInvariants: readonly { readonly invariant: string; readonly sql: string }[] = [
  {
    invariant:
      'L9: each credit has the journal that granted it, and one that converted it if it was converted',
    sql: `select format('credit %s/%s (%s)', c.book, c.id, c.status) from experience_credit c
      left join journal g on g.book = c.book and g.seq = c.id and g.kind in ('demo_grant', 'start_over', 'promotion_grant')
      left join journal j on j.book = c.book and j.ref = 'experience_credit:' || c.id and j.kind = 'experience_convert'
      group by c.book, c.id, c.status
      having count(distinct g.seq) <> 1 or count(j.seq) <> (c.status = 'converted')::int
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join experience_credit c on c.book = j.book and j.ref = 'experience_credit:' || c.id
      where j.kind like 'experience\\_%' and c.id is null`,
  },
  {
    invariant: 'L23: credit is converted once it was turned over, and expires on its day',
    sql: `select format('credit %s/%s (%s): turnover %s of %s', c.book, c.id, c.status, u.amount, c.amount)
      from experience_credit c join experience_turnover u on u.book = c.book and u.id = c.id
      where (c.status = 'converted' and (u.amount < c.turnover or c.turnover < 10 * c.amount))
        or (c.status = 'expired' and c.ended_ms < c.expires_ms)`,
  },
  {
    invariant: 'L23: credit is no half of a hedge',
    sql: `select format('positions %s and %s of book %s', p.id, o.id, p.book) from position p
      join position o on o.book = p.book and o.symbol = p.symbol and o.side <> p.side
        and o.created_ms < coalesce(p.closed_ms, o.created_ms + 1) and p.created_ms < coalesce(o.closed_ms, p.created_ms + 1)
      where p.collateral = 'promo'
      union all select format('tickets %s and %s of book %s', t.id, o.id, t.book) from option_ticket t
      join option_ticket o on o.book = t.book and o.symbol = t.symbol and o.side <> t.side
        and o.accepted_ms < coalesce(t.settled_ms, o.accepted_ms + 1) and t.accepted_ms < coalesce(o.settled_ms, t.accepted_ms + 1)
      where t.source = 'promo'`,
  },
];
