-- Published terms: limits, fees and availability, by subject and version. Each version takes effect at an instant that was in
-- the future when the version was approved. Existing agreements keep the terms under which they were made.
create table terms (
  subject text not null,
  version int not null check (version > 0),
  effective_ms bigint not null,
  body text not null check (json_typeof(body::json) = 'object'),
  published_ms bigint not null,
  proposal bigint not null unique,
  primary key (subject, version),
  check (effective_ms >= published_ms + 60000)
);
create trigger terms_append_only before update or delete or truncate on terms
  for each statement execute function refuse_change();

-- The terms that apply before the first publication, stored so that the database can check rows against them. The owner writes
-- them from the configuration at each start, and only guards read them.
create table usual_terms (
  subject text primary key,
  body jsonb not null check (jsonb_typeof(body) = 'object')
);


-- Which products the configuration offers in which country, and the quantity steps of coins. Guards read these rows to recompute
-- the reasons for which a waiting order is refused: otherwise a resting order could be refused, at a price that the customer did
-- not like, for a reason that does not apply to it. The owner writes the rows at each start.
create table offered (
  subject text primary key,
  body jsonb not null check (jsonb_typeof(body) = 'object')
);

-- Assigns the version, so that nobody can skip or choose a number.
create function terms_number() returns trigger language plpgsql as
$$
begin
  new.version := 1 + coalesce((select max(t.version) from terms t where t.subject = new.subject), 0);
  return new;
end
$$;
create trigger terms_number before insert on terms for each row execute function terms_number();

create function terms_by_two() returns trigger language plpgsql as
$$
begin
  if not exists (
      select from proposal p where p.book = 0 and p.id = new.proposal and p.kind = 'terms' and p.status = 'done'
        and p.body::jsonb ->> 'subject' = new.subject and p.body::jsonb -> 'body' = new.body::jsonb
        and (p.body::jsonb ->> 'effective_at')::bigint * 1000 = new.effective_ms)
    or new.effective_ms < extract(epoch from house_clock()) * 1000
  then
    raise exception 'terms of % have no proposal that allows them, or come too late', new.subject
      using errcode = 'check_violation', constraint = 'terms_by_two';
  end if;
  return null;
end
$$;
create constraint trigger terms_by_two after insert on terms deferrable initially deferred for each row
  execute function terms_by_two();

-- Terms that bind customers for days, which are those of the fund's tiers and of loans, are published at least a day before
-- they take effect. A version that closes a tier or loans may take effect earlier, since nobody can then agree to it. Five
-- minutes allow for clock differences.
create function terms_notice() returns trigger language plpgsql as
$$
begin
  if new.subject ~ '^(fund:\d+|loan)$' and new.body::jsonb ->> 'open' = 'true'
    and new.effective_ms < extract(epoch from house_clock()) * 1000 + 86400000 - 300000
  then
    raise exception 'terms of % take effect less than a day after their publication', new.subject
      using errcode = 'check_violation', constraint = 'terms_notice';
  end if;
  return new;
end
$$;
create trigger terms_notice before insert on terms for each row execute function terms_notice();

-- Returns the figures of a subject, by name, that are in effect at a wall-clock instant; null if there is no such subject. If a
-- version does not contain a figure, the figure has its default value.
create function terms_at(of_subject text, wall_ms bigint) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  usual jsonb := (select u.body from usual_terms u where u.subject = of_subject);
  published jsonb := (select v.body::jsonb from terms v where v.subject = of_subject and v.effective_ms <= wall_ms
    order by v.version desc limit 1);
begin
  return coalesce(usual || published, usual, published);
end
$$;

-- Whether a figure of a row is in effect now, or was at some time since the earliest possible start of the
-- transaction.
create function is_term_now(of_subject text, name text, value numeric) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  return coalesce((terms_at(of_subject, wall_ms) ->> name)::numeric = value
    or (terms_at(of_subject, wall_ms - 10000) ->> name)::numeric = value, false);
end
$$;

-- Returns the profile of the jurisdiction policy that applies to a customer; null if there is no policy.
create function profile_of(of_book bigint) returns jsonb
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  policy jsonb := (select o.body from offered o where o.subject = 'jurisdictions');
  wanted text := policy ->> 'mode';
begin
  if wanted = 'country' then
    wanted := coalesce((select p ->> 'name' from jsonb_array_elements(policy -> 'profiles') as e (p), customer c
      where c.id = of_book and c.kyc_status = 'approved' and p -> 'countries' ? c.country limit 1), 'unlisted');
  end if;
  return (select p from jsonb_array_elements(policy -> 'profiles') as e (p) where p ->> 'name' = wanted);
end
$$;

-- Whether published terms forbid new purchases or positions on a symbol, now or at some time since the earliest possible
-- start of the transaction.
create function closed_lately(of_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  return coalesce(terms_at('instrument:' || of_symbol, wall_ms) ->> 'open' = 'false'
    or terms_at('instrument:' || of_symbol, wall_ms - 10000) ->> 'open' = 'false', false);
end
$$;

grant select, insert on terms to candor_app;
revoke execute on function closed_lately, is_term_now, profile_of, terms_at from public;
grant execute on function is_term_now, terms_at to candor_app;
grant execute on function terms_at to candor_door;

-- Read by the invariants, which the guard evaluates.
grant select on terms to candor_guard;
