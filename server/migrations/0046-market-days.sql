-- The keys of the simulated market. A day's key is bound by its hash before the day's first quote, and told once the day is
-- over: the house could neither choose it by what customers did, nor can anybody know it while it counts.

create table market_day (
  -- A day of UTC by the market clock.
  day date not null,
  -- SHA-256 of the key.
  commitment bytea not null check (octet_length(commitment) = 32),
  public_key bytea not null check (octet_length(public_key) = 32),
  -- Ed25519 over candor-market-day-v1|day|commitment.
  signature bytea not null check (octet_length(signature) = 64),
  committed_ms bigint not null,
  -- Told when the day is over.
  key bytea,
  revealed_ms bigint,
  primary key (day, commitment),
  check ((key is null) = (revealed_ms is null)),
  check (key is null or sha256(key) = commitment)
);

-- A stretch of quotes made from one key, from the entries of each tape that stood when it began.
create table market_run (
  day date not null,
  commitment bytea not null,
  -- The number of each symbol's newest entry.
  heads jsonb not null,
  started_ms bigint not null,
  primary key (day, commitment, started_ms),
  foreign key (day, commitment) references market_day
);

create function market_day_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  today date := (to_timestamp(clock_ms() / 1000.0) at time zone 'UTC')::date;
begin
  if tg_op = 'INSERT' then
    -- Neither for a day that is over, nor so far ahead that many could be kept to choose from.
    if new.key is null and new.day between today - 1 and today + 2 then return new; end if;
  elsif old.key is null and new.key is not null and old.day < today
    and (old.day, old.commitment, old.public_key, old.signature, old.committed_ms)
      = (new.day, new.commitment, new.public_key, new.signature, new.committed_ms) then
    return new;
  end if;
  raise exception 'a key of the market of % cannot be written so', new.day
    using errcode = 'check_violation', constraint = 'market_day_guard';
end
$$;
create trigger market_day_guard before insert or update on market_day
  for each row execute function market_day_guard();

grant select, insert on market_day, market_run to candor_app;
grant update (key, revealed_ms) on market_day to candor_app;
