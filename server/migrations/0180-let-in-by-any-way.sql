-- Who let a customer or money of theirs in, whichever way it came: besides a verification and a deposit a loan that they granted, what
-- they gave by hand as either of the two persons, and factors that they took away as lost, which lets in whoever asked for it.
create or replace function customer_let_in_by(of_book bigint) returns setof text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select operator_person(a.operator) from audit a
    where a.subject = 'customer:' || of_book and operator_person(a.operator) is not null
      and (a.action = 'kyc.approve' or a.action in ('factor.reset', 'factor.reset_first') and a.reason like 'lost%')
  union
  select operator_person(by) from deposit d, unnest(array[d.first_by, d.decided_by]) by
    where d.book = of_book and d.status = 'success' and operator_person(by) is not null
  union
  select operator_person(by) from loan l, unnest(array[l.first_by, l.decided_by]) by
    where l.book = of_book and l.status in ('disbursed', 'settled') and operator_person(by) is not null
  union
  select operator_person(by) from proposal p, unnest(array[p.proposed_by, p.decided_by]) by
    where p.book = of_book and p.status = 'done' and p.kind in ('correction', 'promotion')
      and (p.body::jsonb ->> 'takes') is distinct from 'true' and operator_person(by) is not null
$$;
