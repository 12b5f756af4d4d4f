-- Customers' consents to agreements. Registering with the form, which names the current texts, is a consent to them. Each later
-- text, and every text after a registration by wallet, needs a consent by a call. A consent is only evidence: nothing is
-- permitted or refused because of it.
create table consent (
  book bigint not null references customer (id),
  id bigint not null,
  agreement text not null check (agreement in ('service-agreement', 'terms', 'privacy')),
  -- The version in force; 0 for the built-in text.
  version int not null check (version >= 0),
  -- By the house's time.
  given_ms bigint not null,
  primary key (book, id)
);
comment on table consent is 'written by commands';
create trigger consent_append_only before update or delete or truncate on consent
  for each statement execute function refuse_change();
create trigger begun_in_session after insert on consent referencing new table as added
  for each statement execute function begun_in_session();

create function consent_at_registration() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into consent (book, id, agreement, version, given_ms)
    select a.id, nextval('row_id'), t.agreement,
        coalesce((select max(c.version) from article_counting c where c.slug = t.agreement), 0), floor(extract(epoch from house_clock()) * 1000)
      from added a cross join (values ('service-agreement'), ('terms'), ('privacy')) t (agreement)
      where a.id <> 0 and a.wallet_address is null;
  return null;
end
$$;
create trigger consent_at_registration after insert on customer referencing new table as added
  for each statement execute function consent_at_registration();

-- A customer who has read a text may still consent to it for ten seconds after it is replaced.
create function consent_current() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not is_wall_now(new.given_ms) or not exists (
    select from (values (new.given_ms), (new.given_ms - 10000)) at (ms)
    where new.version = coalesce((select max(c.version) from article_counting c where c.slug = new.agreement and c.time_ms <= at.ms), 0))
  then
    raise exception 'version % of % is not in force', new.version, new.agreement
      using errcode = 'check_violation', constraint = 'consent_current';
  end if;
  return new;
end
$$;
-- Rows that the trigger of registrations inserts are not checked.
create trigger consent_current before insert on consent for each row when (pg_trigger_depth() = 0)
  execute function consent_current();

grant select, insert on consent to candor_app;
revoke execute on function consent_at_registration, consent_current from public;
grant select on article_counting, consent to candor_guard;
