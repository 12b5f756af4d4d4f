-- Dual approval: one operator proposes an action, and a second one decides whether it is executed. It is used for manual
-- journals, promotions and terms. Book 0 is the house.

create table proposal (
  book bigint not null references book (id),
  id bigint not null,
  kind text not null,
  -- The action to be executed, as JSON. The second operator approves exactly these bytes.
  body text not null check (json_typeof(body::json) = 'object'),
  reason text not null check (reason <> ''),
  status text not null check (status in ('proposed', 'done', 'rejected', 'withdrawn')),
  proposed_by text not null,
  proposed_ms bigint not null,
  decided_by text,
  decided_ms bigint,
  -- The journal that the execution of the proposal wrote, if money moved.
  journal_seq bigint,
  primary key (book, id),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'proposed') = (decided_ms is null)),
  check (journal_seq is null or status = 'done'),
  constraint proposal_kind_check
  check (kind in ('correction', 'house_move', 'house_capital', 'promotion', 'terms', 'strategy_result')),
  constraint proposal_exact check (body !~ '"amount"\s*:\s*"?[^",}]*(\.[0-9]{9}|[eE])')
);
create index proposal_waiting on proposal (proposed_ms, book, id) where status = 'proposed';
create unique index proposal_journal on proposal (book, journal_seq) where journal_seq is not null;
create trigger proposal_transition before insert or update on proposal for each row execute function goes_its_way();

-- Rules beyond the transitions: only the proposer withdraws a proposal, and only another person executes or rejects it. A
-- proposal is not executed if either of the two has a conflict of interest with the customer. A proposer whose conflict is
-- found later can still withdraw the proposal.
create function proposal_steps() returns trigger language plpgsql as
$$
begin
  if new.status = 'done' and is_tied(new.book, new.proposed_by) then
    raise exception 'proposal % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'proposal_record';
  end if;
  if operator_person(new.decided_by) is null or operator_person(new.proposed_by) is null
    or (new.status = 'withdrawn') <> (operator_person(new.decided_by) = operator_person(new.proposed_by))
  then
    raise exception 'proposal % must be decided by two persons', new.id
      using errcode = 'check_violation', constraint = 'proposal_two_persons';
  end if;
  return new;
end
$$;
create trigger proposal_transition_steps before update on proposal for each row execute function proposal_steps();

-- A manual journal requires an executed proposal, and moves only the amounts in the proposal's body. Checked at commit, when
-- both are written.
create function journal_by_two(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  done record;
  gains account;
begin
  select p.id, p.kind, p.body::jsonb as body into done from proposal p
    where p.book = posted.book and p.journal_seq = posted.seq and p.status = 'done';
  gains := case done.kind
    when 'correction' then case when (done.body ->> 'takes')::boolean then 'equity' else 'spot' end
    when 'promotion' then 'promo'
    when 'house_move' then done.body ->> 'to'
    when 'house_capital' then case done.body ->> 'direction' when 'in' then 'equity' else 'custody' end
  end;
  if gains is null or posted.ref <> 'proposal:' || done.id
    or posted.kind <> (case done.kind when 'correction' then 'manual_correction' when 'promotion' then 'promotion_grant' else done.kind end)
    or (select count(*) <> 2 or sum(p.amount) filter (where p.account = gains) is distinct from (done.body ->> 'amount')::numeric
        or bool_or(p.currency <> coalesce(done.body ->> 'currency', 'USDT'))
        or bool_or(done.kind = 'house_move' and p.account::text not in (done.body ->> 'from', done.body ->> 'to'))
      from posting p where p.book = posted.book and p.seq = posted.seq)
  then
    raise exception 'journal %/% has no proposal that allows it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'journal_by_two';
  end if;
end
$$;

-- At commit: an executed proposal to move money has its journal, which was posted in the same transaction.
create function proposal_moved() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if new.kind in ('correction', 'promotion', 'house_move', 'house_capital') and not exists (select from journal j
    where j.book = new.book and j.seq = new.journal_seq and j.ref = 'proposal:' || new.id and j.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'proposal % was executed without a journal', new.id
      using errcode = 'check_violation', constraint = 'proposal_moved';
  end if;
  return null;
end
$$;
create constraint trigger proposal_moved after update on proposal deferrable initially deferred for each row
  when (old.status <> 'done' and new.status = 'done') execute function proposal_moved();

-- Each field of a proposal is the one that its proposer signed, and the decision has the second operator's signature of exactly
-- the proposal's body.
create function proposal_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := case new.book when 0 then 'house' else 'customer:' || new.book end;
  signed jsonb;
begin
  if tg_op = 'INSERT' then
    signed := approved_body(subject, 'proposal.make', new.proposed_by, null);
    if btrim(signed ->> 'reason') is distinct from new.reason or exists (
      select from jsonb_each(new.body::jsonb) stored full join jsonb_each(signed -> 'proposal') said using (key)
      where not (case key when 'body' then (
          select coalesce(bool_and(says_the_same(inner_stored.value, inner_said.value)), true)
          from jsonb_each(stored.value) inner_stored full join jsonb_each(said.value) inner_said using (key))
        else says_the_same(stored.value, said.value) end))
    then
      raise exception 'proposal % does not match its signed approval', new.id
        using errcode = 'check_violation', constraint = 'proposal_approved';
    end if;
    return new;
  end if;
  signed := approved_body(subject, case new.status when 'done' then 'proposal.approve' when 'rejected' then 'proposal.reject'
    else 'proposal.withdraw' end, new.decided_by, new.id::text);
  if signed ->> 'body' is distinct from new.body then
    raise exception 'proposal % does not match its signed approval', new.id
      using errcode = 'check_violation', constraint = 'proposal_approved';
  end if;
  return new;
end
$$;
create trigger proposal_zz_approved before insert or update on proposal for each row execute function proposal_approved();
create trigger proposal_capped after insert or update on proposal for each row execute function operator_capped();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('proposal', '', 'proposed', null, 'proposal.make', 'proposed_by', 1, '{}'),
  ('proposal', 'proposed', 'done', null, 'proposal.approve', 'decided_by', 1, '{decided_by,decided_ms,journal_seq}'),
  ('proposal', 'proposed', 'rejected', null, 'proposal.reject', 'decided_by', 1, '{decided_by,decided_ms}'),
  ('proposal', 'proposed', 'withdrawn', null, 'proposal.withdraw', 'decided_by', 1, '{decided_by,decided_ms}');
update state_template set tied_may = true where audit_action = 'proposal.withdraw';

insert into journal_template (kind, account, sign) values
  -- House money is moved between purposes, and capital is paid in or out. The strategy's account is excluded.
  ('house_move', 'equity', 0), ('house_move', 'inventory', 0), ('house_move', 'trading', 0), ('house_move', 'insurance', 0),
  ('house_move', 'promotions', 0), ('house_move', 'lending', 0), ('house_move', 'fees', -1), ('house_move', 'interest', -1),
  ('house_move', 'rounding', -1),
  ('house_capital', 'custody', 0), ('house_capital', 'equity', 0),
  ('promotion_grant', 'promotions', -1), ('promotion_grant', 'promo', 1);

grant select, insert, update (status, decided_by, decided_ms, journal_seq) on proposal to candor_app;
revoke execute on function journal_by_two, proposal_moved from public;

-- Read by the invariants, which the guard evaluates.
grant select on proposal to candor_guard;
