-- The state transitions of every kind of row, stored as data. The file of each feature declares the transitions of the
-- feature's rows, its README shows the same transitions, and its rule in the server allows no others; a test compares the
-- three.

create table state_template (
  entity text not null,
  -- Empty for the initial state. A state without outgoing transitions is final: a row in it never changes.
  from_state text not null,
  to_state text not null,
  -- Set if the transition is only for one reason. A reason with a separate transition cannot use any other.
  reason text,
  -- The action that the operators' log must contain, recorded in the same transaction; null if no operator decides.
  audit_action text,
  -- The column with the account of the operator who decided, which the record must name; null if the row does not store one.
  actor text,
  -- The number of operators whose approval the transition needs. If it is two, the second approval is needed only if the row has
  -- `needs_second`: the operator in `first_by` gives the first one, and the operator who makes the transition the second.
  approvals smallint not null check (approvals between 0 and 2),
  -- The columns that the transition may change in addition to status and version.
  changes text[] not null,
  -- Whether an operator with a conflict of interest may make this transition; false for most.
  tied_may boolean not null default false,
  unique nulls not distinct (entity, from_state, to_state, reason, audit_action, actor),
  check ((audit_action is null) = (approvals = 0)),
  check (actor is null or audit_action is not null)
);

-- For rows that are decided one at a time. Checks that the transition exists, that it changes only the columns listed for it,
-- that the version grows, and that the log has the required record by an operator without a conflict of interest. A transition
-- because a demo starts over also needs the journal that resets the demo.
create function goes_its_way() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  was constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  becomes constant jsonb := to_jsonb(new);
  comes_from constant text := coalesce(was ->> 'status', '');
  of_book constant bigint := becomes ->> 'book';
  of_subject constant text := case of_book when 0 then 'house' else 'customer:' || of_book end;
  known boolean := false;
  way state_template;
  decider text;
begin
  for way in select * from state_template t where t.entity = tg_table_name and t.from_state = comes_from and t.to_state = becomes ->> 'status'
    and (t.reason = becomes ->> 'reason' or t.reason is null and not exists (select from state_template o where o.entity = t.entity
      and o.from_state = t.from_state and o.to_state = t.to_state and o.reason = becomes ->> 'reason'))
  loop
    continue when tg_op = 'UPDATE' and (was - way.changes - '{status,version}'::text[] <> becomes - way.changes - '{status,version}'::text[]
      or (becomes ->> 'version')::int <= (was ->> 'version')::int);
    known := true;
    if way.audit_action is null then
      continue when way.reason = 'start_over' and not starts_over_now(of_book);
      return new;
    end if;
    decider := audit_by(of_subject, way.audit_action);
    continue when decider is null or (way.actor is not null and decider is distinct from becomes ->> way.actor);
    continue when not way.tied_may and is_tied(of_book, decider);
    -- Two persons, whatever accounts they used, neither of them close to the customer.
    if way.approvals = 2 and (becomes -> 'needs_second')::boolean and (is_tied(of_book, becomes ->> 'first_by')
      or (operator_person(becomes ->> 'first_by') <> operator_person(decider)) is not true)
    then
      raise exception '% % was not approved by two persons', tg_table_name, becomes ->> 'id'
        using errcode = 'check_violation', constraint = tg_table_name || '_two_persons';
    end if;
    return new;
  end loop;
  if known then
    raise exception '% % was decided without a record', tg_table_name, becomes ->> 'id'
      using errcode = 'check_violation', constraint = tg_table_name || '_record';
  end if;
  raise exception '% % cannot go from % to %', tg_table_name, becomes ->> 'id', coalesce(nullif(comes_from, ''), 'nothing'), becomes ->> 'status'
    using errcode = 'check_violation', constraint = tg_table_name || '_transition';
end
$$;

-- For rows that the market changes, hundreds at a time. Checks the transitions of all rows of a statement together. The allowed
-- transitions are read once and hashed, because a subquery per row would read the whole table each time.
create function went_its_way() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  lost record;
begin
  if tg_op = 'INSERT' then
    select a.book, a.id, 'nothing' as comes_from, a.status as goes_to into lost from added a
      where a.status not in (select t.to_state from state_template t where t.entity = tg_table_name and t.from_state = '') limit 1;
  else
    select c.book, c.id, b.status as comes_from, c.status as goes_to into lost from before b join changed c on c.book = b.book and c.id = b.id
      where (b.status, c.status) not in (select t.from_state, t.to_state from state_template t where t.entity = tg_table_name) limit 1;
  end if;
  if lost.id is not null then
    raise exception '% % of book % cannot go from % to %', tg_table_name, lost.id, lost.book, lost.comes_from, lost.goes_to
      using errcode = 'check_violation', constraint = tg_table_name || '_transition';
  end if;
  return null;
end
$$;

grant select on state_template to candor_app;
revoke execute on function goes_its_way, went_its_way from public;
