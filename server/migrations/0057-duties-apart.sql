-- Whoever let a customer or their money in does not let it out: the person who verified them, credited a deposit of theirs or approved
-- one first, approves and pays no withdrawal of theirs, whatever account they use. Corrections and promotions take two persons already.

-- Which persons have let this customer or money of theirs in. Read with the rights of its owner, because records are not for every role.
create function customer_let_in_by(of_book bigint) returns setof text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select operator_person(a.operator) from audit a
    where a.subject = 'customer:' || of_book and a.action = 'kyc.approve' and operator_person(a.operator) is not null
  union
  select operator_person(by) from deposit d, unnest(array[d.first_by, d.decided_by]) by
    where d.book = of_book and d.status = 'success' and operator_person(by) is not null
$$;
revoke execute on function customer_let_in_by from public;
grant execute on function customer_let_in_by to candor_app;

create view customer_duty as
  select c.id as book, 0::bigint as id,
    coalesce((select json_agg(p order by p) from customer_let_in_by(c.id) p)::text, '[]') as persons
  from customer c;
grant select on customer_duty to candor_app;

create function withdrawal_duties_apart() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  -- Who acts now, and whose approval lets it be paid.
  acting text[] := array[
    case when new.status in ('waiting', 'under_review') and (new.first_by is distinct from old.first_by or new.status <> old.status)
      then operator_person(new.first_by) end,
    case when new.second_by is distinct from old.second_by then operator_person(new.second_by) end,
    case when new.status = 'success' then operator_person(new.decided_by) end];
begin
  if exists (select from customer_let_in_by(new.book) p where p = any (acting)) then
    raise exception 'withdrawal % is let out by who let its customer or money in', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_duties_apart';
  end if;
  return new;
end
$$;
create trigger withdrawal_duties_apart before update on withdrawal for each row
  when (new.status in ('under_review', 'waiting', 'success') and (
    new.first_by is distinct from old.first_by or new.second_by is distinct from old.second_by or new.status <> old.status))
  execute function withdrawal_duties_apart();
