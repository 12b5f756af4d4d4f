-- Statements of custody: the holdings reported by banks and blockchains, recorded by an operator for comparison with the
-- custody accounts.
create table custody_statement (
  id bigint generated always as identity primary key,
  currency text not null,
  source text not null,
  amount numeric(38,8) not null check (amount >= 0),
  as_of_ms bigint not null,
  noted_ms bigint not null,
  noted_by text not null,
  -- The hash of the bank's document ("sha256:<hex>"), or an address with a signature by its key ("address:0x…:0x…").
  evidence text check (evidence ~ '^(sha256:[0-9a-f]{64}|address:0x[0-9a-fA-F]{40}:0x[0-9a-fA-F]{130})$')
);
create index custody_statement_newest on custody_statement (currency, source, as_of_ms);
create trigger custody_statement_append_only before update or delete or truncate on custody_statement
  for each statement execute function refuse_change();

create function custody_statement_record() returns trigger language plpgsql as
$$
begin
  if audit_by('house', 'custody.note') is distinct from new.noted_by then
    raise exception 'a statement of custody has no record' using errcode = 'check_violation', constraint = 'custody_statement_record';
  end if;
  return new;
end
$$;
create trigger custody_statement_record before insert on custody_statement
  for each row execute function custody_statement_record();

create function custody_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  signed jsonb := approved_body('house', 'custody.note', new.noted_by, null);
begin
  if (signed ->> 'currency', signed ->> 'source', (signed ->> 'amount')::numeric, (signed ->> 'as_of')::bigint * 1000,
      signed ->> 'evidence')
    is distinct from (new.currency, new.source, new.amount, new.as_of_ms, new.evidence)
  then
    raise exception 'a statement of custody does not match its signed text'
      using errcode = 'check_violation', constraint = 'custody_approved';
  end if;
  return new;
end
$$;
create trigger custody_statement_zz_approved before insert on custody_statement for each row execute function custody_approved();

grant select, insert on custody_statement to candor_app;
