-- Operators and their log: who decides, by which key, with whom, how much in a day and of whom. Guards of decided rows ask here for the record.

-- Operators, the log of what they did, and the applications for leverage that they decide.
create table operator (
  -- Lower case, so that names that read alike are one name; the log names who acted by it.
  account text primary key check (account = lower(account) and account <> ''),
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'admin')),
  password_hash text not null,
  created_ms bigint not null,
  -- Operators prove who they are with an authenticator too.
  sealed_totp_secret bytea,
  totp_last_step bigint not null default 0,
  -- Who somebody is: of two accounts of one person neither approves what the other asked for.
  person text not null,
  added_by text,
  disabled_ms bigint,
  -- Two persons add an operator: one admin adds the account with its first password, another confirms who it is and is told the
  -- secret of its authenticator, so that no one person ever has both. Until then nobody signs in with it.
  confirmed_by text,
  confirmed_ms bigint,
  constraint operator_confirmed_check check ((confirmed_by is null) = (confirmed_ms is null)),
  -- Under these names the log tells of what no operator did.
  constraint operator_names_check check (account not in ('bootstrap', 'payout-provider'))
);
create trigger operator_kept before delete or truncate on operator for each statement execute function refuse_change();
create trigger operator_step_stays after update on operator for each row
  when (new.totp_last_step < old.totp_last_step and new.sealed_totp_secret is not distinct from old.sealed_totp_secret)
  execute function used_step_stays();

-- Each act of an operator is one record, chained to the one before: hash = SHA-256(hash of the one before, then the
-- canonical form of this one). The first follows 32 zero bytes. Times are wall-clock milliseconds.
create table audit (
  seq bigint primary key,
  time_ms bigint not null,
  operator text not null,
  role text not null,
  -- What was done, "lever.approve", and to whom, "customer:100001".
  action text not null,
  subject text not null,
  -- What stood there before and what stands there after, as JSON; text, so that the bytes that were hashed stay.
  before text check (before is json),
  after text check (after is json),
  reason text,
  hash bytea not null check (octet_length(hash) = 32),
  -- The transaction that acted, by which the tables below know that their change has its record. Not hashed: a database
  -- that was dumped and restored counts its transactions anew.
  xid xid8 not null,
  -- What was signed and with what, as JSON: key, nonce, time (ms), body, authenticator (hex), client, signature (hex).
  approval text check (approval is json object with unique keys)
);
-- Who looked at somebody's documents, for that customer to see.
create index audit_kyc_read on audit (subject, seq) where action = 'kyc.read';
-- Money in and out, flash exchange, notices, and what operators do about all of it. Times are wall-clock milliseconds but
-- where they are said to be the market's.

-- Several operators may act in one transaction, so a change asks whether this transaction holds a record that says it, and
-- whose it is. Null: nobody's.
create index audit_subject on audit (subject, seq);
create index audit_operator on audit (operator, seq);
create index audit_action on audit (action, seq);
create unique index audit_approval_once on audit ((approval::jsonb ->> 'nonce')) where approval is not null;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- An operator without an authenticator cannot sign in; one who is disabled neither, and their sessions end.
create table operator_session (
  token_hash bytea primary key,
  account text not null references operator,
  -- The device's cookie, as of customers' sessions.
  device bytea,
  created_ms bigint not null,
  seen_ms bigint not null,
  ended_ms bigint,
  address text not null,
  agent text not null,
  -- When whoever signed in last proved who they are, besides at signing in.
  fresh_ms bigint
);
create index operator_session_of_account on operator_session (account, created_ms);

-- Which customers an operator is, or is close to: of them they decide nothing. Rows are only added.
create table operator_tie (
  person text not null,
  customer bigint not null references customer,
  noted_ms bigint not null,
  noted_by text not null,
  primary key (person, customer)
);
create index operator_tie_of_customer on operator_tie (customer);
create trigger operator_tie_append_only before update or delete or truncate on operator_tie
  for each statement execute function refuse_change();

-- What takes two persons: money by hand, promotions, terms. Book 0 is the house.
create table proposal (
  book bigint not null references book (id),
  id bigint not null,
  kind text not null,
  -- What is to be done, as JSON; the second person approves these very bytes.
  body text not null check (body is json object),
  reason text not null check (reason <> ''),
  status text not null check (status in ('proposed', 'done', 'rejected', 'withdrawn')),
  proposed_by text not null,
  proposed_ms bigint not null,
  decided_by text,
  decided_ms bigint,
  -- The journal that did it, where money moved.
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

-- Whatever an operator decides carries their key's signature over exactly that: action, subject and body, for this house, with a
-- number that is good once. The database recomputes the hash that was signed and knows the keys; it cannot check the signature
-- itself, which the audit and the verifier do.

-- Which house this is, so that what was signed for one means nothing in another; and from which record on its log is signed.
create table house_identity (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  approved_from bigint not null
);
insert into house_identity values (replace(gen_random_uuid()::text, '-', ''), 1);
create unique index house_identity_one on house_identity ((true));
create trigger house_identity_fixed before insert or update or delete or truncate on house_identity
  for each statement execute function refuse_change();

-- Keys of the doors of a demo, which vouch for the keys that browsers make at signing in. Only the owner of the database adds
-- one, while a demo starts; a live house has none, so it has no key but passkeys that another admin confirmed.
create table key_voucher (
  public_key bytea primary key check (octet_length(public_key) = 32),
  added_ms bigint not null
);
create trigger key_voucher_append_only before update or delete or truncate on key_voucher
  for each statement execute function refuse_change();

create table operator_key (
  -- Of a passkey what its authenticator calls it, of a browser's key its SHA-256, in base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]+$' and length(id) between 16 and 1400),
  account text not null references operator,
  kind text not null check (kind in ('passkey', 'browser')),
  -- SubjectPublicKeyInfo, in which the algorithm is named.
  public_key bytea not null,
  -- Where it signs: the relying party, and the origin that the browser writes down.
  rp_id text not null,
  origin text not null,
  label text not null check (label <> ''),
  transports text[] not null default '{}',
  -- The highest count of uses that the authenticator told; 0 where it counts none.
  uses bigint not null default 0,
  enrolled_ms bigint not null,
  valid_until_ms bigint,
  -- The door's signature that password and authenticator were right.
  vouched bytea,
  confirmed_by text,
  confirmed_ms bigint,
  revoked_by text,
  revoked_ms bigint,
  check ((kind = 'browser') = (valid_until_ms is not null)),
  check ((kind = 'browser') = (vouched is not null)),
  check (valid_until_ms <= enrolled_ms + 86400000),
  check ((confirmed_by is null) = (confirmed_ms is null)),
  check ((revoked_by is null) = (revoked_ms is null))
);
create index operator_key_account on operator_key (account);
create trigger operator_key_kept before delete or truncate on operator_key for each statement execute function refuse_change();

-- What an admin asked to have replaced. Another one decides, and neither is who lost it.
create table operator_reset (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account text not null references operator,
  what text not null check (what in ('password', 'authenticator')),
  -- Of a password the next one. An authenticator's secret is made for whoever confirms.
  password_hash text,
  reason text not null check (reason <> ''),
  status text not null check (status in ('requested', 'done', 'rejected')),
  requested_by text not null references operator (account),
  requested_ms bigint not null,
  decided_by text references operator (account),
  decided_ms bigint,
  check ((what = 'password') = (password_hash is not null)),
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_ms is null))
);
create unique index operator_reset_waiting on operator_reset (account) where status = 'requested';
create trigger operator_reset_kept before delete or truncate on operator_reset for each statement execute function refuse_change();

-- How much one operator, and all of a role together, may let in, let out or grant in a day of UTC, in USDT at the newest price.
-- What counts is each person's own word: a first approval counts as a last one does. Nothing is given back when a case ends otherwise.

-- The figures are the owner's to change; a role that is not listed for a kind has no word in it.
create table operator_cap (
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'admin')),
  kind text not null check (kind in ('deposit', 'withdrawal_approve', 'withdrawal_pay', 'loan', 'manual')),
  operator_usdt numeric(38,8) not null check (operator_usdt > 0),
  role_usdt numeric(38,8) not null check (role_usdt >= operator_usdt),
  primary key (role, kind)
);

-- What was used of a day; person '' is the role's sum. Only `operator_counts` writes it.
create table operator_day (
  day date not null,
  kind text not null,
  role text not null,
  person text not null,
  usdt numeric(38,8) not null check (usdt >= 0),
  primary key (day, kind, role, person)
);

-- The first word that a customer's factors are lost; good for a day, by the database's clock.
create table factor_reset_first (
  customer bigint not null references customer,
  said_by text not null references operator,
  person text not null,
  said_at timestamptz not null default clock_timestamp(),
  -- Where the log has it: a reset after it used it up.
  seq bigint not null default 0,
  primary key (customer, said_at)
);
create trigger factor_reset_kept before update or delete or truncate on factor_reset_first
  for each statement execute function refuse_change();

-- How many customers one person locks or freezes, and reads about, in an hour.
create table operator_pace (
  what text primary key check (what in ('locks', 'reads')),
  hour_max int not null check (hour_max > 0),
  -- Whoever stays below the bound of an hour, hour after hour, comes to thousands. So there is a bound of a day too: of the last twenty-four
  -- hours, whichever they are.
  day_max int not null,
  check (day_max >= 1)
);

create table operator_hour (
  hour timestamptz not null,
  what text not null,
  person text not null,
  customer bigint not null,
  primary key (hour, what, person, customer)
);

create table operator_leave (
  account text not null references operator,
  person text not null,
  what text not null references operator_pace,
  granted_by text not null references operator,
  granted_at timestamptz not null,
  primary key (account, what, granted_at)
);
create trigger operator_leave_kept before update or delete or truncate on operator_leave
  for each statement execute function refuse_change();

-- One field of the canonical form: its length in bytes, a colon, its bytes, a comma; an absent one is "-,".
create function audit_field(value text) returns text language sql immutable parallel safe
  return case when value is null then '-,' else octet_length(convert_to(value, 'UTF8')) || ':' || value || ',' end;

-- Number and hash are made here, so that no program can write a record that is not the next of the chain. The lock is held until the
-- transaction ends: whoever comes second sees the first one's record, or that it was rolled back.
create function audit_link() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  last_seq bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(7305143);
  select a.seq, a.hash into last_seq, last_hash from audit a order by a.seq desc limit 1;
  new.seq := coalesce(last_seq, 0) + 1;
  new.hash := sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex')) || convert_to(
    audit_field(new.seq::text) || audit_field(new.time_ms::text) || audit_field(new.operator) || audit_field(new.role)
      || audit_field(new.action) || audit_field(new.subject) || audit_field(new.before) || audit_field(new.after)
      -- A record that takes no signature is hashed as it always was.
      || audit_field(new.reason) || case when new.approval is null then '' else audit_field(new.approval) end, 'UTF8'));
  new.xid := pg_current_xact_id();
  return new;
end
$$;
create trigger audit_link before insert on audit for each row execute function audit_link();

-- Whether the newest record of the log is this transaction's own and says this. It is the newest until the transaction
-- ends, because nobody else can append meanwhile.
create function audit_has(of_subject text, of_action text) returns boolean language sql stable
  security definer set search_path = public, pg_temp as
$$
  select exists (
    select from (select * from audit order by seq desc limit 1) a
    where a.xid = pg_current_xact_id_if_assigned() and a.subject = of_subject and a.action = of_action
  )
$$;

create function audit_by(of_subject text, of_action text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select a.operator from (
    select * from audit b where b.subject = of_subject order by b.seq desc limit 64
  ) a where a.xid = pg_current_xact_id_if_assigned() and a.action = of_action order by a.seq desc limit 1
$$;

-- Who somebody is, by their account. Nobody is a person of the house before they were confirmed: nothing that asks who decided takes their name.
create function operator_person(of_account text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$ select o.person from operator o where o.account = of_account and o.confirmed_ms is not null $$;

-- Whether an account is of somebody who is close to a customer.
create function is_tied(of_book bigint, of_account text) returns boolean language sql stable set search_path = public, pg_temp as
$$ select exists (select from operator_tie t where t.customer = of_book and t.person = operator_person(of_account)) $$;

-- Whoever is added by somebody is so on record, and so is who is taken off the list, for good, and a password or authenticator that is
-- replaced. A record comes before its row and holds the log until the transaction ends, so of two changes at once the second is judged by
-- what the first left.
create function operator_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'operator:' || new.account;
  actor text;
  reset operator_reset;
begin
  if tg_op = 'INSERT' and new.added_by is null then
    -- The examples of a demo, which nobody added. A live house begins with one who is on record.
    if exists (select from operator o where o.added_by = 'bootstrap')
      or not operator_is_example(new.account, new.role, new.person)
    then
      raise exception 'operator % was added by nobody', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    new.confirmed_by := 'bootstrap';
    new.confirmed_ms := new.created_ms;
    return new;
  end if;

  if tg_op = 'INSERT' then
    actor := audit_by(subject, 'operator.add');
    if actor is distinct from new.added_by or not (case actor
      when 'bootstrap' then new.role = 'admin' and not exists (select from operator)
      else operator_admits(actor) end)
    then
      raise exception 'operator % was added without a record', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    -- The database says whether it counts at once, so that no program can.
    new.confirmed_by := case when not operator_takes_two() then new.added_by end;
    new.confirmed_ms := case when new.confirmed_by is not null then new.created_ms end;
    if new.confirmed_ms is null and new.sealed_totp_secret is not null then
      raise exception 'operator % has an authenticator before being confirmed', new.account
        using errcode = 'check_violation', constraint = 'operator_two_persons';
    end if;
    return new;
  end if;

  -- Nothing makes an account another one's: no role and no person is ever changed.
  if (new.account, new.role, new.person, new.created_ms, new.added_by)
    is distinct from (old.account, old.role, old.person, old.created_ms, old.added_by)
  then
    raise exception 'operator % cannot become another', old.account
      using errcode = 'check_violation', constraint = 'operator_fixed';
  end if;
  if new.password_hash is distinct from old.password_hash then
    reset := operator_reset_now(new.account, 'password');
    -- By oneself, or as two admins had it.
    if old.added_by is null or not coalesce(
      audit_by(subject, 'operator.password') = new.account or reset.password_hash = new.password_hash, false)
    then
      raise exception 'operator % cannot have another password', new.account
        using errcode = 'check_violation', constraint = 'operator_fixed';
    end if;
  end if;
  if new.sealed_totp_secret is distinct from old.sealed_totp_secret and (new.sealed_totp_secret is null
    -- A demo from before there were authenticators gets its own; everybody else's comes with being confirmed.
    or not (old.sealed_totp_secret is null and (old.added_by is null or (old.confirmed_ms is null and new.confirmed_ms is not null))))
  then
    reset := operator_reset_now(new.account, 'authenticator');
    if new.sealed_totp_secret is null or old.added_by is null
      or not coalesce(audit_by(subject, 'operator.authenticator') = new.account or reset.id is not null, false)
    then
      raise exception 'operator % cannot have another authenticator', new.account
        using errcode = 'check_violation', constraint = 'operator_fixed';
    end if;
  end if;
  -- Whoever sits there with a session from before is not who two admins gave the next one to.
  if reset.id is not null then
    update operator_session s set ended_ms = reset.decided_ms where s.account = new.account and s.ended_ms is null;
  end if;

  if (new.confirmed_by, new.confirmed_ms) is distinct from (old.confirmed_by, old.confirmed_ms) then
    actor := audit_by(subject, 'operator.confirm');
    if actor is null or new.confirmed_ms is null or actor is distinct from new.confirmed_by
      or old.confirmed_ms is not null or old.disabled_ms is not null or new.disabled_ms is not null
      or new.sealed_totp_secret is null
    then
      raise exception 'operator % was confirmed without a record', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    -- Another person than who added them, who still counts, and than the newcomer. Whoever owns the tables could take this
    -- guard off, so that they may stand for the second person bars nothing that was barred.
    if not operator_admits(new.added_by) or not (case actor
      when 'bootstrap' then pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
      else operator_admits(actor) and operator_person(actor) not in (new.person, operator_person(new.added_by)) end)
    then
      raise exception 'operator % takes two persons', new.account
        using errcode = 'check_violation', constraint = 'operator_two_persons';
    end if;
  end if;

  if new.disabled_ms is distinct from old.disabled_ms then
    actor := audit_by(subject, 'operator.disable');
    if old.disabled_ms is not null or actor is null or actor = new.account or not operator_admits(actor) then
      raise exception 'operator % was disabled without a record', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    if operator_takes_two() and operator_last_but_one(new.account) then
      raise exception 'two admins must be left beside operator %', new.account
        using errcode = 'check_violation', constraint = 'operator_two_left';
    end if;
  end if;
  return new;
end
$$;
create trigger operator_record before insert or update on operator for each row execute function operator_record();

create trigger proposal_transition before insert or update on proposal for each row execute function goes_its_way();

-- What the ways do not say: whoever proposed takes back, and nobody else; another person decides; and what is carried out is of nobody close to
-- the customer. Whoever turns out to be close to them can still take back what they proposed.
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
    raise exception 'proposal % takes two persons', new.id
      using errcode = 'check_violation', constraint = 'proposal_two_persons';
  end if;
  return new;
end
$$;
create trigger proposal_transition_steps before update on proposal for each row execute function proposal_steps();

-- No journal by hand without the proposal that two persons made, and none that moves anything else than its body says; asked
-- at commit, when both are written.
create function journal_by_two() returns trigger language plpgsql as
$$
declare
  done record;
  gains account;
begin
  select p.id, p.kind, p.body::jsonb as body into done from proposal p
    where p.book = new.book and p.journal_seq = new.seq and p.status = 'done';
  gains := case done.kind
    when 'correction' then case when (done.body ->> 'takes')::boolean then 'equity' else 'spot' end
    when 'promotion' then 'promo'
    when 'house_move' then done.body ->> 'to'
    when 'house_capital' then case done.body ->> 'direction' when 'in' then 'equity' else 'custody' end
  end;
  if gains is null or new.ref <> 'proposal:' || done.id
    or new.kind <> (case done.kind when 'correction' then 'manual_correction' when 'promotion' then 'promotion_grant' else done.kind end)
    or (select count(*) <> 2 or sum(p.amount) filter (where p.account = gains) is distinct from (done.body ->> 'amount')::numeric
        or bool_or(p.currency <> coalesce(done.body ->> 'currency', 'USDT'))
        or bool_or(done.kind = 'house_move' and p.account::text not in (done.body ->> 'from', done.body ->> 'to'))
      from posting p where p.book = new.book and p.seq = new.seq)
  then
    raise exception 'journal %/% has no proposal', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_by_two';
  end if;
  return null;
end
$$;
create constraint trigger journal_by_two after insert on journal deferrable initially deferred for each row
  when (new.kind in ('manual_correction', 'house_move', 'house_capital', 'promotion_grant'))
  execute function journal_by_two();

-- Whether this account may say now who acts for the house.
create function operator_admits(of_account text) returns boolean language sql stable as
$$
  select exists (select from operator o where o.account = of_account and o.role = 'admin'
    and o.confirmed_ms is not null and o.disabled_ms is null)
$$;

-- Whether it takes two to add an operator: from the second admin person on, and for good, whoever is disabled since. Rows are
-- never deleted, and none is ever unconfirmed.
create function operator_takes_two() returns boolean language sql stable as
$$ select count(distinct o.person) >= 2 from operator o where o.role = 'admin' and o.confirmed_ms is not null $$;

-- Whether the house would have fewer than two admin persons without this account, and fewer than with it.
create function operator_last_but_one(of_account text) returns boolean language sql stable as
$$
  select operator_admits(of_account)
    and count(distinct o.person) < 2 and coalesce(bool_and(o.person <> operator_person(of_account)), true)
  from operator o
  where o.role = 'admin' and o.confirmed_ms is not null and o.disabled_ms is null and o.account <> of_account
$$;

-- No session begins for who was not confirmed, or is disabled.
create function operator_session_begins() returns trigger language plpgsql as
$$
begin
  if not exists (select from operator o where o.account = new.account and o.confirmed_ms is not null and o.disabled_ms is null) then
    raise exception 'operator % cannot sign in', new.account
      using errcode = 'check_violation', constraint = 'operator_session_begins';
  end if;
  return new;
end
$$;
create trigger operator_session_begins before insert on operator_session for each row
  execute function operator_session_begins();

create function credit_change_numbered() returns trigger language plpgsql as
$$
begin
  new.xid := pg_current_xact_id();
  return new;
end
$$;
create trigger credit_change_numbered before insert on credit_change for each row execute function credit_change_numbered();

-- Who let a customer or money of theirs in, whichever way it came: a verification, a deposit that they credited or approved first, a loan that
-- they granted, what they gave by hand as either of the two persons, and factors that they took away as lost, which lets in whoever asked
-- for it. None of them approves or pays a withdrawal of this customer, whatever account they use. Read with the rights of its owner, because
-- records are not for every role.
create function customer_let_in_by(of_book bigint) returns setof text language sql stable
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

-- What an operator signs, word for word. A first approval is signed as an approval: who signs need not know that they are first.
create function approval_text(of_operator text, of_action text, of_subject text, given jsonb) returns text language sql stable
  set search_path = public, pg_temp as
$$
  select audit_field('candor approval 1') || audit_field(h.id) || audit_field(of_operator)
    || audit_field(regexp_replace(of_action, '_first$', '')) || audit_field(of_subject) || audit_field(given ->> 'body')
    || audit_field(given ->> 'nonce') || audit_field(given ->> 'time')
  from house_identity h
$$;

-- Everything is signed but what decides nothing: looking, talking, writing articles, a demo's clock, and bringing a key, which
-- decides nothing before it is vouched for or confirmed.
create function action_is_signed(of_action text) returns boolean language sql immutable parallel safe as
$$
  select not (of_action in ('denied', 'clock.forward', 'key.enrol') or of_action like '%.read' or of_action like 'chat.%'
    or of_action like 'article.%')
$$;

-- Whether whoever is connected could take these guards off anyway.
create function is_owner_here() returns boolean language sql stable set search_path = public, pg_temp as
$$ select pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = 'public.operator'::regclass), 'member') $$;

-- What is on record without a signature all the same: the provider's reports of payouts that operators approved; the very first
-- operator; whoever the owner of the database lets in, and whom an admin adds with the owner's rights before there were two; and
-- the own password or authenticator of somebody who was added and never had a key to sign with.
create function approval_excused(of_operator text, of_role text, of_action text, of_subject text) returns boolean language sql stable
  set search_path = public, pg_temp as
$$
  select case of_operator
    when 'payout-provider' then of_role = 'provider' and of_action in ('withdrawal.paid', 'withdrawal.payout_failed')
    when 'bootstrap' then (of_action = 'operator.add' and not exists (select from operator))
      or (of_action in ('operator.confirm', 'key.confirm') and is_owner_here())
    else (of_action = 'operator.add' and not operator_takes_two() and operator_admits(of_operator) and is_owner_here())
      or (of_action in ('operator.password', 'operator.authenticator') and of_subject = 'operator:' || of_operator
        and exists (select from operator o where o.account = of_operator and o.added_by is not null)
        and not exists (select from operator_key k where k.account = of_operator and k.confirmed_ms is not null))
  end
$$;

-- Comes before `audit_link` by its name, and takes its lock: what it reads of keys is what the records before it left.
create function audit_approval() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  given jsonb := new.approval::jsonb;
  said jsonb;
  key operator_key;
  auth bytea;
  told bigint;
begin
  perform pg_advisory_xact_lock(7305143);
  if given is null then
    if action_is_signed(new.action) and not approval_excused(new.operator, new.role, new.action, new.subject) then
      raise exception '% of % by % is not signed', new.action, new.subject, new.operator
        using errcode = 'check_violation', constraint = 'audit_approval_missing';
    end if;
    return new;
  end if;
  if not exists (select from operator o where o.account = new.operator and o.role = new.role and o.confirmed_ms is not null
    and o.disabled_ms is null)
  then
    raise exception '% is no operator who acts as %', new.operator, new.role
      using errcode = 'check_violation', constraint = 'audit_approval_operator';
  end if;
  select * into key from operator_key k where k.id = given ->> 'key';
  if key.account is distinct from new.operator or key.confirmed_ms is null or key.revoked_ms is not null
    or (given ->> 'time')::bigint >= key.valid_until_ms
  then
    raise exception '% of % is signed with no key of %', new.action, new.subject, new.operator
      using errcode = 'check_violation', constraint = 'audit_approval_key';
  end if;
  said := (given ->> 'client')::jsonb;
  if said ->> 'challenge' is distinct from rtrim(translate(encode(sha256(convert_to(
      approval_text(new.operator, new.action, new.subject, given), 'UTF8')), 'base64'), '+/', '-_'), '=')
    or (abs((given ->> 'time')::bigint - new.time_ms) <= 600000) is not true
    or coalesce(given ->> 'nonce', '') = '' or (given ->> 'body')::jsonb is null or coalesce(given ->> 'signature', '') = ''
  then
    raise exception 'something else was signed than % of %', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_other';
  end if;
  auth := decode(given ->> 'authenticator', 'hex');
  if octet_length(auth) < 37 or substring(auth from 1 for 32) <> sha256(convert_to(key.rp_id, 'UTF8'))
    or said ->> 'origin' is distinct from key.origin or coalesce(said ->> 'crossOrigin', 'false') <> 'false'
    -- A passkey's owner was there and was made sure of; of a browser's key that is the code that the door asks for.
    or (case key.kind when 'passkey' then said ->> 'type' is distinct from 'webauthn.get' or get_byte(auth, 32) & 5 <> 5
      else said ->> 'type' is distinct from 'candor.browser' or get_byte(auth, 32) & 1 <> 1 end)
  then
    raise exception '% of % was signed elsewhere than at this console', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_elsewhere';
  end if;
  told := (get_byte(auth, 33)::bigint << 24) + (get_byte(auth, 34) << 16) + (get_byte(auth, 35) << 8) + get_byte(auth, 36);
  if (told > 0 or key.uses > 0) and told <= key.uses then
    raise exception 'key % counts % uses after %: there are two of it', key.id, told, key.uses
      using errcode = 'check_violation', constraint = 'audit_approval_uses';
  end if;
  if told > key.uses then update operator_key k set uses = told where k.id = key.id; end if;
  return new;
end
$$;
create trigger audit_approval before insert on audit for each row execute function audit_approval();

-- The signed body of this transaction's own record of it, by whom, about what it names; null without one.
create function approved_body(of_subject text, of_action text, by_operator text, of_id text) returns jsonb language sql stable
  security definer set search_path = public, pg_temp as
$$
  select a.body from (
    select b.*, (b.approval::jsonb ->> 'body')::jsonb as body from audit b where b.subject = of_subject order by b.seq desc limit 64
  ) a
  where a.xid = pg_current_xact_id_if_assigned() and a.action = of_action and a.operator = by_operator
    and (of_id is null or a.body ->> 'id' = of_id)
  order by a.seq desc limit 1
$$;

-- A key comes with its record; it counts once the door vouched for it or another admin confirmed it, and never after it was
-- revoked. Nothing else of it changes, and its count of uses only grows.
create function operator_key_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  about text := 'operator:' || new.account;
  actor text;
  body jsonb;
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from (select * from audit b where b.subject = about order by b.seq desc limit 64) a
      where a.xid = pg_current_xact_id_if_assigned() and a.action = 'key.enrol' and a.operator = new.account
        and a.after::jsonb = jsonb_strip_nulls(jsonb_build_object('key', new.id, 'kind', new.kind,
          'public_key', encode(new.public_key, 'hex'), 'rp_id', new.rp_id, 'origin', new.origin, 'enrolled_ms', new.enrolled_ms,
          'valid_until_ms', new.valid_until_ms, 'vouched', encode(new.vouched, 'hex'))))
      or new.revoked_ms is not null or new.uses < 0
    then
      raise exception 'key % has no record', new.id using errcode = 'check_violation', constraint = 'operator_key_record';
    end if;
    if operator_person(new.account) is null then
      raise exception 'key % is of nobody who was confirmed', new.id
        using errcode = 'check_violation', constraint = 'operator_key_record';
    end if;
    if new.kind = 'browser' and not exists (select from key_voucher) then
      raise exception 'key % has nobody here who vouches for it', new.id
        using errcode = 'check_violation', constraint = 'operator_key_vouched';
    end if;
    -- The database says whether it counts at once, so that no program can.
    new.confirmed_by := case when new.kind = 'browser' then 'door' end;
    new.confirmed_ms := case when new.kind = 'browser' then new.enrolled_ms end;
    return new;
  end if;
  if (new.id, new.account, new.kind, new.public_key, new.rp_id, new.origin, new.label, new.transports, new.enrolled_ms,
      new.valid_until_ms, new.vouched)
    is distinct from (old.id, old.account, old.kind, old.public_key, old.rp_id, old.origin, old.label, old.transports,
      old.enrolled_ms, old.valid_until_ms, old.vouched)
    or new.uses < old.uses
  then
    raise exception 'key % cannot become another', old.id using errcode = 'check_violation', constraint = 'operator_key_fixed';
  end if;
  if (new.confirmed_by, new.confirmed_ms) is distinct from (old.confirmed_by, old.confirmed_ms) then
    actor := new.confirmed_by;
    body := approved_body(about, 'key.confirm', actor, null);
    if old.confirmed_ms is not null or old.revoked_ms is not null or new.confirmed_ms is null
      or audit_by(about, 'key.confirm') is distinct from actor
      or not (case actor when 'bootstrap' then true else operator_admits(actor)
        and operator_person(actor) <> operator_person(new.account)
        and body ->> 'key' = new.id and body ->> 'public_key' = encode(new.public_key, 'hex') end)
    then
      raise exception 'key % takes another admin', new.id
        using errcode = 'check_violation', constraint = 'operator_key_two_persons';
    end if;
  end if;
  if (new.revoked_by, new.revoked_ms) is distinct from (old.revoked_by, old.revoked_ms) then
    actor := new.revoked_by;
    if old.revoked_ms is not null or new.revoked_ms is null or (actor <> new.account and not operator_admits(actor))
      or approved_body(about, 'key.revoke', actor, null) ->> 'key' is distinct from new.id
    then
      raise exception 'key % was revoked without a record', new.id
        using errcode = 'check_violation', constraint = 'operator_key_record';
    end if;
  end if;
  return new;
end
$$;
create trigger operator_key_record before insert or update on operator_key for each row execute function operator_key_record();

-- A payment's reference as two ways of writing it are one.
create function payment_named(reference text) returns text language sql immutable set search_path = public, pg_temp as
$$ select lower(regexp_replace(normalize(btrim(reference), NFKC), '(^0x)|\s', '', 'gi')) $$;

-- What was signed names the very row and the amount that the row has; the records themselves are asked for by the guards of each
-- table. Nothing is asked of what no operator does: what the customer takes back, what falls due, what the provider reports.
create function money_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  is_first boolean := (to_jsonb(new) ->> 'first_by') is distinct from (to_jsonb(old) ->> 'first_by');
  is_second boolean := (to_jsonb(new) ->> 'second_by') is distinct from (to_jsonb(old) ->> 'second_by');
  verdict text;
  actor text;
  body jsonb;
begin
  if new.status <> old.status then
    actor := new.decided_by;
    verdict := case tg_table_name
      when 'deposit' then case new.status when 'success' then 'deposit.approve' when 'waiting' then 'deposit.await' else 'deposit.reject' end
      when 'withdrawal' then case when new.status = 'success' then 'withdrawal.paid'
        when new.status = 'failed' and old.status = 'waiting' then 'withdrawal.payout_failed'
        when new.status = 'failed' then 'withdrawal.reject' end
      when 'loan' then case new.status when 'disbursed' then 'loan.approve' when 'failed' then 'loan.reject' end
      when 'fund_order' then case new.status when 'in_progress' then 'fund.approve' when 'failed' then 'fund.reject' end
    end;
    if new.decided_by is not distinct from old.decided_by then actor := null; end if;
    if tg_table_name = 'withdrawal' and new.status = 'waiting' then
      actor := case when is_second then to_jsonb(new) ->> 'second_by' when is_first then to_jsonb(new) ->> 'first_by' end;
      verdict := 'withdrawal.approve';
    end if;
  elsif is_first or is_second then
    actor := case when is_second then to_jsonb(new) ->> 'second_by' else to_jsonb(new) ->> 'first_by' end;
    verdict := case tg_table_name when 'withdrawal' then 'withdrawal.approve' else tg_table_name || '.approve_first' end;
  elsif to_jsonb(new) ->> 'hold_reason' is distinct from to_jsonb(old) ->> 'hold_reason' then
    verdict := case when to_jsonb(new) ->> 'hold_reason' is null then 'withdrawal.release' else 'withdrawal.hold' end;
    actor := audit_by(subject, verdict);
  end if;
  if actor is null or verdict is null or actor = 'payout-provider' then return new; end if;
  body := approved_body(subject, verdict, actor, new.id::text);
  if body is null or (body ->> 'amount')::numeric is distinct from new.amount
    or (verdict in ('withdrawal.approve', 'withdrawal.reject') and body ->> 'address' is distinct from to_jsonb(new) ->> 'address')
    -- What was paid is signed as it was paid: the reference that the customer reads.
    or (verdict in ('deposit.approve', 'withdrawal.paid') 
      and payment_named(body ->> 'reference') is distinct from
        payment_named(coalesce(to_jsonb(new) ->> 'paid_reference', to_jsonb(new) ->> 'reference')))
  then
    raise exception '% % was not what was signed', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'money_approved';
  end if;
  return new;
end
$$;

-- Whether two values of JSON say the same, figures by what they are worth: "5" and "5.00".
create function says_the_same(one jsonb, other jsonb) returns boolean language sql immutable set search_path = public, pg_temp as
$$
  select one is not distinct from other
    or (case when (one #>> '{}') ~ '^[0-9]{1,30}(\.[0-9]{1,30})?$' and (other #>> '{}') ~ '^[0-9]{1,30}(\.[0-9]{1,30})?$'
      then (one #>> '{}')::numeric = (other #>> '{}')::numeric else false end)
$$;

-- What is proposed is what its proposer signed, field by field; what is done is the text that the second person signed.
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
      raise exception 'proposal % is not what was signed', new.id
        using errcode = 'check_violation', constraint = 'proposal_approved';
    end if;
    return new;
  end if;
  signed := approved_body(subject, case new.status when 'done' then 'proposal.approve' when 'rejected' then 'proposal.reject'
    else 'proposal.withdraw' end, new.decided_by, new.id::text);
  if signed ->> 'body' is distinct from new.body then
    raise exception 'proposal % is not what was signed', new.id
      using errcode = 'check_violation', constraint = 'proposal_approved';
  end if;
  return new;
end
$$;
create trigger proposal_zz_approved before insert or update on proposal for each row execute function proposal_approved();

-- Who is added, and as what, is what was signed; nobody signs for the very first, and for whom the owner lets in.
create function operator_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'operator:' || new.account;
  actor text := case when tg_op = 'INSERT' then new.added_by
    when new.confirmed_by is distinct from old.confirmed_by then new.confirmed_by end;
  signed jsonb;
begin
  if actor is null or actor = 'bootstrap' or (tg_op = 'INSERT' and not operator_takes_two()) then return new; end if;
  signed := approved_body(subject, case tg_op when 'INSERT' then 'operator.add' else 'operator.confirm' end, actor, null);
  if (signed ->> 'account', signed ->> 'role') is distinct from (new.account, new.role) or signed ->> 'person' is null then
    raise exception 'operator % is not who was signed for', new.account
      using errcode = 'check_violation', constraint = 'operator_approved';
  end if;
  return new;
end
$$;
create trigger operator_zz_approved before insert or update on operator for each row execute function operator_approved();

create function credit_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  signed jsonb;
begin
  select (a.approval::jsonb ->> 'body')::jsonb into signed
    from (select * from audit b where b.subject = 'customer:' || new.id order by b.seq desc limit 64) a
    where a.xid = pg_current_xact_id_if_assigned() and a.action = 'credit.set' order by a.seq desc limit 1;
  if signed is not null and (signed ->> 'score')::int is distinct from new.credit_score then
    raise exception 'credit score of customer % is not what was signed', new.id
      using errcode = 'check_violation', constraint = 'credit_approved';
  end if;
  return new;
end
$$;
create trigger customer_zz_credit_approved before update of credit_score on customer for each row
  when (old.credit_score is distinct from new.credit_score) execute function credit_approved();

create function operator_reset_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  about text := 'operator:' || new.account;
  whose text := operator_person(new.account);
  signed jsonb;
begin
  if tg_op = 'INSERT' then
    signed := approved_body(about, 'operator.reset', new.requested_by, null);
    if new.status <> 'requested' or whose is null or signed ->> 'what' is distinct from new.what
      or not operator_admits(new.requested_by) or operator_person(new.requested_by) = whose
      -- What everybody knows of a demo's examples stays so.
      or exists (select from operator o where o.account = new.account and o.added_by is null)
    then
      raise exception 'the % of operator % was asked for without a record', new.what, new.account
        using errcode = 'check_violation', constraint = 'operator_reset_record';
    end if;
    if new.what = 'password' and operator_person(new.requested_by) = operator_knows(new.account, 'authenticator') then
      raise exception 'whoever knows the authenticator of operator % gives them no password', new.account
        using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
    end if;
    return new;
  end if;
  if old.status <> 'requested' or new.status = 'requested'
    or (new.id, new.account, new.what, new.password_hash, new.reason, new.requested_by, new.requested_ms)
      is distinct from (old.id, old.account, old.what, old.password_hash, old.reason, old.requested_by, old.requested_ms)
  then
    raise exception 'what was asked for operator % cannot become another', old.account
      using errcode = 'check_violation', constraint = 'operator_reset_fixed';
  end if;
  signed := approved_body(about, case new.status when 'done' then 'operator.reset_confirm' else 'operator.reset_reject' end,
    new.decided_by, new.id);
  if signed ->> 'what' is distinct from new.what or not operator_admits(new.decided_by) then
    raise exception 'the % of operator % was decided without a record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_record';
  end if;
  if new.status = 'done' and (not operator_admits(new.requested_by)
    or operator_person(new.decided_by) in (whose, operator_person(new.requested_by))
    or coalesce(new.what = 'authenticator' and operator_person(new.decided_by) = operator_knows(new.account, 'password'), false))
  then
    raise exception 'the % of operator % takes two persons', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
  end if;
  return new;
end
$$;
create trigger operator_reset_record before insert or update on operator_reset for each row execute function operator_reset_record();

-- Who lost what, replaced in this transaction by two admins; null when nothing was.
create function operator_reset_now(of_account text, of_what text) returns operator_reset language sql stable
  security definer set search_path = public, pg_temp as
$$
  select r from operator_reset r
  where r.account = of_account and r.what = of_what and r.status = 'done'
    and approved_body('operator:' || of_account, 'operator.reset_confirm', r.decided_by, r.id) is not null
$$;

-- The examples of a demo, which nobody adds and of whom there are no others.
create function operator_is_example(of_account text, of_role text, of_person text) returns boolean language sql immutable
  set search_path = public, pg_temp as
$$
  select of_person = of_account and (of_account, of_role) in
    (('sam', 'support'), ('rosa', 'reviewer'), ('theo', 'treasurer'), ('ada', 'admin'), ('ines', 'admin'))
$$;

create function standing_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.id;
  verdict text := case new.status when 'frozen' then 'customer.freeze' when 'locked' then 'customer.lock' else 'customer.release' end;
  signed jsonb := approved_body(subject, verdict, audit_by(subject, verdict), null);
begin
  if (signed ->> 'customer')::bigint is distinct from new.id
    or (new.standing_reason is not null and new.standing_reason is distinct from signed ->> 'reason')
  then
    raise exception 'the standing of customer % is not what was signed', new.id
      using errcode = 'check_violation', constraint = 'standing_approved';
  end if;
  return new;
end
$$;
-- A customer closes their account by themselves.
create trigger customer_zz_standing_approved before update of status, standing_reason on customer
  for each row when (new.status <> 'closed' and (old.status, old.standing_reason) is distinct from (new.status, new.standing_reason))
  execute function standing_approved();

-- Nobody ever knows both what an operator signs in with, however often one of the two is replaced: whoever was told the authenticator's
-- secret gives no next password, and whoever gave the password is told no next secret. What operators chose themselves nobody knows.

-- The person besides the operator who knows their password or their authenticator, as far as the log says; null when nobody does.
create function operator_knows(of_account text, of_what text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select case a.action
    when 'operator.' || of_what then null
    when 'operator.reset_confirm' then case of_what when 'password' then operator_person(r.requested_by) else operator_person(a.operator) end
    else operator_person(a.operator) end
  from audit a
  left join operator_reset r on r.id = (a.approval::jsonb ->> 'body')::jsonb ->> 'id'
  where a.subject = 'operator:' || of_account and (
    a.action = 'operator.' || of_what
    or (a.action = 'operator.reset_confirm' and (a.approval::jsonb ->> 'body')::jsonb ->> 'what' = of_what)
    -- Who counts at once, their adder told both.
    or a.action = case when of_what = 'password' then 'operator.add' end
    or (of_what = 'authenticator' and (a.action = 'operator.confirm'
      or (a.action = 'operator.add' and a.after::jsonb ->> 'waits' = 'false'))))
  order by a.seq desc limit 1
$$;

-- A coin that was never quoted counts nothing: there is no price to count it by.
create function usdt_worth(of_currency text, of_amount numeric) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select case of_currency when 'USDT' then of_amount else
    ceil(of_amount * coalesce((select h.bid from tape_head h where h.symbol = of_currency || '/USDT'), 0) * 1e8) / 1e8 end
$$;

create function operator_counts(of_account text, of_kind text, worth numeric) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  who operator;
  cap operator_cap;
  today date := (clock_timestamp() at time zone 'UTC')::date;
  of_role numeric;
  of_person numeric;
begin
  select * into who from operator o where o.account = of_account;
  -- The payment provider is no operator.
  if who.account is null or worth <= 0 then return; end if;
  select * into cap from operator_cap c where c.role = who.role and c.kind = of_kind;
  insert into operator_day as d (day, kind, role, person, usdt) values (today, of_kind, who.role, '', worth)
    on conflict (day, kind, role, person) do update set usdt = d.usdt + excluded.usdt returning d.usdt into of_role;
  insert into operator_day as d (day, kind, role, person, usdt) values (today, of_kind, who.role, who.person, worth)
    on conflict (day, kind, role, person) do update set usdt = d.usdt + excluded.usdt;
  -- Another account in another role is the same person.
  select sum(d.usdt) into of_person from operator_day d where d.day = today and d.kind = of_kind and d.person = who.person;
  if cap.role is null or of_role > cap.role_usdt or of_person > cap.operator_usdt then
    raise exception '% USDT are above what % may % today', worth, of_account, of_kind
      using errcode = 'check_violation', constraint = 'operator_cap';
  end if;
end
$$;

create function operator_capped() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  now_row jsonb := to_jsonb(new);
  old_row jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  body jsonb;
  worth numeric;
begin
  if tg_table_name = 'proposal' then
    body := new.body::jsonb;
    if new.kind not in ('correction', 'promotion') or body ->> 'takes' = 'true' then return null; end if;
    worth := usdt_worth(case new.kind when 'promotion' then 'USDT' else body ->> 'currency' end, (body ->> 'amount')::numeric);
    if tg_op = 'INSERT' then perform operator_counts(new.proposed_by, 'manual', worth);
    elsif new.status = 'done' then perform operator_counts(new.decided_by, 'manual', worth); end if;
    return null;
  end if;
  worth := usdt_worth(coalesce(now_row ->> 'credited_currency', new.currency),
    coalesce((now_row ->> 'credited_amount')::numeric, new.amount));
  if tg_table_name = 'deposit' then worth := greatest(worth, (now_row ->> 'value_usdt')::numeric); end if;
  -- Each word that was given here, of whom there may be two in one change.
  perform operator_counts(now_row ->> w.said_by, case tg_table_name when 'withdrawal' then 'withdrawal_approve' else tg_table_name end, worth)
    from (values ('first_by'), ('second_by')) w (said_by)
    where now_row ->> w.said_by is not null and now_row ->> w.said_by is distinct from old_row ->> w.said_by;
  if new.status <> old.status and new.status in ('success', 'disbursed') then
    perform operator_counts(new.decided_by, case tg_table_name when 'withdrawal' then 'withdrawal_pay' else tg_table_name end, worth);
  end if;
  return null;
end
$$;
create trigger proposal_capped after insert or update on proposal for each row execute function operator_capped();

create function factor_reset_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.said_at := clock_timestamp();
  new.seq := coalesce((select max(a.seq) from audit a where a.subject = 'customer:' || new.customer), 0);
  if audit_by('customer:' || new.customer, 'factor.reset_first') is distinct from new.said_by
    or new.person is distinct from operator_person(new.said_by)
  then
    raise exception 'the first word on the factors of customer % has no record', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_record';
  end if;
  return new;
end
$$;
create trigger factor_reset_guard before insert on factor_reset_first for each row execute function factor_reset_guard();

-- Whose first word counts now: of the last day, not used up, of nobody who is tied to the customer.
create function factor_first_word(of_customer bigint) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select f.person from factor_reset_first f
    where f.customer = of_customer and f.said_at > clock_timestamp() - interval '1 day'
      and not exists (select from operator_tie t where t.customer = f.customer and t.person = f.person)
      and not exists (select from audit a where a.subject = 'customer:' || f.customer and a.action = 'factor.reset'
        and a.reason like 'lost%' and a.seq > f.seq)
    order by f.said_at desc limit 1
$$;

-- On record as taken away they are only by a second person.
create function factor_reset_by_two() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  if (factor_first_word(split_part(new.subject, ':', 2)::bigint) <> operator_person(new.operator)) is not true then
    raise exception 'the factors of % would be taken away by one person', new.subject
      using errcode = 'check_violation', constraint = 'factor_reset_by_two';
  end if;
  return new;
end
$$;
create trigger factor_reset_by_two before insert on audit for each row
  when (new.action = 'factor.reset' and new.reason like 'lost%') execute function factor_reset_by_two();

create function operator_leave_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.granted_at := clock_timestamp();
  if audit_by('operator:' || new.account, 'operator.allow') is distinct from new.granted_by
    or (approved_body('operator:' || new.account, 'operator.allow', new.granted_by, null) ->> 'what') is distinct from new.what
    or new.person is distinct from operator_person(new.account)
  then
    raise exception 'more % for % are not on record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_record';
  end if;
  if not operator_admits(new.granted_by) or operator_person(new.granted_by) = new.person then
    raise exception 'more % for % take another person who is an admin', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_two_persons';
  end if;
  return new;
end
$$;
create trigger operator_leave_guard before insert on operator_leave for each row execute function operator_leave_guard();

-- How many a person may by now: ten times as many for an hour after an admin allowed it.
create function operator_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.hour_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > clock_timestamp() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

-- Counts these customers once an hour each, unless they are too many for the hour or the day, and answers how many it was and would be.
create function operator_touches(of_person text, of_what text, customers bigint[], out before int, out by_now int) language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  this_hour timestamptz := date_trunc('hour', clock_timestamp());
  of_day int;
begin
  perform pg_advisory_xact_lock(7305144, hashtext(of_what || of_person));
  delete from operator_hour h where h.hour < this_hour - interval '23 hours' and h.person = of_person;
  select count(*) into before from operator_hour h where h.hour = this_hour and h.what = of_what and h.person = of_person;
  select before + count(distinct c) into by_now from unnest(customers) c where not exists (select from operator_hour h
    where h.hour = this_hour and h.what = of_what and h.person = of_person and h.customer = c);
  -- Somebody who was seen to earlier today is no further one.
  select count(distinct c) into of_day from (
    select h.customer as c from operator_hour h where h.what = of_what and h.person = of_person
    union all select unnest(customers)) of_both;
  -- Beyond the day's bound it is as one beyond the hour's.
  if by_now > before and of_day > operator_day_pace_of(of_person, of_what)
    and exists (select from unnest(customers) c where not exists (select from operator_hour h
      where h.what = of_what and h.person = of_person and h.customer = c))
  then
    by_now := greatest(by_now, operator_pace_of(of_person, of_what) + 1);
  end if;
  -- What is refused was not done: asking again is refused again.
  if by_now <= operator_pace_of(of_person, of_what) then
    insert into operator_hour (hour, what, person, customer)
      select this_hour, of_what, of_person, c from unnest(customers) c on conflict do nothing;
  end if;
end
$$;

create function customer_locked_at_pace() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  by_person text := operator_person(coalesce(
    audit_by('customer:' || new.id, 'customer.lock'), audit_by('customer:' || new.id, 'customer.freeze')));
begin
  -- What the program does by itself is nobody's pace.
  if by_person is null then return new; end if;
  if (operator_touches(by_person, 'locks', array[new.id])).by_now > operator_pace_of(by_person, 'locks') then
    raise exception '% locks more customers than one person may', by_person
      using errcode = 'check_violation', constraint = 'operator_pace';
  end if;
  return new;
end
$$;
create trigger customer_locked_at_pace before update of status on customer for each row
  when (new.status in ('locked', 'frozen') and old.status is distinct from new.status) execute function customer_locked_at_pace();

-- Forgiving wrong codes takes one person, taking factors away two: neither is signed for with the other, nor about somebody else.
create function factor_reset_signed() returns trigger
  language plpgsql set search_path = public, pg_temp as
$$
declare
  said jsonb := (new.approval::jsonb ->> 'body')::jsonb;
begin
  if ('customer:' || (said ->> 'customer') = new.subject and said ->> 'reason' = split_part(new.reason, ':', 1)
    and (new.action = 'factor.reset' or said ->> 'reason' = 'lost')) is not true
  then
    raise exception 'the word on the factors of % is not what was signed', new.subject
      using errcode = 'check_violation', constraint = 'factor_reset_signed';
  end if;
  return new;
end
$$;
create trigger factor_reset_signed before insert on audit for each row
  when (new.action in ('factor.reset', 'factor.reset_first')) execute function factor_reset_signed();

-- What a customer reads as done by the house was, by such a verdict of this very transaction.
create function factor_reset_told() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.customer;
begin
  if is_bound_in_time(tg_relid) and (approved_body(subject, 'factor.reset', audit_by(subject, 'factor.reset'), null) ->> 'customer')
    is distinct from new.customer::text
  then
    raise exception 'nobody reset the factors of customer %', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_told';
  end if;
  return null;
end
$$;
create constraint trigger factor_reset_told after insert on security_event deferrable initially deferred
  for each row when (new.kind = 'factor_reset') execute function factor_reset_told();

-- A factor goes by its owner, who is shown that, or by a verdict that it was lost.
create function factor_gone() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || old.customer;
begin
  if is_bound_in_time(tg_relid) and is_live_house() and not exists (
    select from (select s.kind, s.xmin as written from security_event s where s.customer = old.customer order by s.id desc limit 16) e
    where e.written = pg_current_xact_id()::xid and (
      e.kind = case tg_table_name when 'passkey' then 'passkey_removed' else 'totp_unbound' end
      or (e.kind = 'factor_reset'
        and approved_body(subject, 'factor.reset', audit_by(subject, 'factor.reset'), null) ->> 'reason' = 'lost')))
  then
    raise exception 'a factor of customer % goes by nobody', old.customer
      using errcode = 'check_violation', constraint = 'factor_gone';
  end if;
  return null;
end
$$;
create constraint trigger authenticator_gone after delete on authenticator deferrable initially deferred
  for each row when (old.bound_ms is not null) execute function factor_gone();
create constraint trigger passkey_gone after delete on passkey deferrable initially deferred
  for each row execute function factor_gone();

-- What was signed is what rows say beyond which row it is: the reason that a customer reads, whom an operator's account belongs to, and the
-- country and standing that a verified document brings.
create function reason_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  verdict text := case tg_table_name when 'loan' then 'loan.reject' when 'kyc_application' then 'kyc.reject'
    else case new.status when 'switched_off' then 'lever.off' else 'lever.reject' end end;
  signed jsonb := approved_body(subject, verdict, audit_by(subject, verdict), null);
begin
  -- A console names it beside the verdict, the command line within it.
  if coalesce(signed ->> 'reason', signed -> 'verdict' ->> 'reason') is distinct from new.reason then
    raise exception '% % is refused for another reason than was signed', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'reason_approved';
  end if;
  return new;
end
$$;

-- Two spellings that read alike are one person.
create function person_key(person text) returns text language sql immutable set search_path = public, pg_temp
  return btrim(regexp_replace(regexp_replace(lower(normalize(person, NFKC)), '[[:cntrl:]\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]',
    '', 'g'), '\s+', ' ', 'g'));

create function operator_person_approved() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'operator:' || new.account;
  is_new boolean := tg_op = 'INSERT';
  actor text := case when is_new then new.added_by else new.confirmed_by end;
  signed jsonb;
begin
  if actor is null or actor = 'bootstrap' or (is_new and not operator_takes_two()) then return new; end if;
  signed := approved_body(subject, case when is_new then 'operator.add' else 'operator.confirm' end, actor, null);
  if person_key(signed ->> 'person') is distinct from person_key(new.person) then
    raise exception 'operator % is another person than was signed for', new.account
      using errcode = 'check_violation', constraint = 'operator_person_approved';
  end if;
  return new;
end
$$;
create trigger operator_zz_person_approved_new before insert on operator for each row execute function operator_person_approved();
create trigger operator_zz_person_approved before update on operator for each row
  when (new.confirmed_by is distinct from old.confirmed_by) execute function operator_person_approved();

-- How many a person may within a day by now: ten times as many for an hour after an admin allowed it.
create function operator_day_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.day_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > clock_timestamp() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

create view customer_tie as
  select c.id as book, 0::bigint as id,
    coalesce((select json_agg(t.person order by t.person) from operator_tie t where t.customer = c.id)::text, '[]') as persons
  from customer c;

create view customer_duty as
  select c.id as book, 0::bigint as id,
    coalesce((select json_agg(p order by p) from customer_let_in_by(c.id) p)::text, '[]') as persons
  from customer c;

-- What the program asks before: today's use, the figures, and the prices that it is counted by.
create view cap_state as
  select json_build_object(
    'used', (select coalesce(json_agg(json_build_object('kind', d.kind, 'role', d.role, 'person', d.person, 'usdt', d.usdt::text)), '[]')
      from operator_day d where d.day = (clock_timestamp() at time zone 'UTC')::date),
    'caps', (select coalesce(json_agg(json_build_object('kind', k.kind, 'role', k.role, 'operator', k.operator_usdt::text,
      'all', k.role_usdt::text)), '[]') from operator_cap k),
    'bids', (select coalesce(json_object_agg(split_part(h.symbol, '/', 1), h.bid::text), '{}')
      from tape_head h where h.symbol like '%/USDT'))::text as state;

create view customer_cap as select c.id as book, 0::bigint as id, s.state from customer c cross join cap_state s;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('proposal', '', 'proposed', null, 'proposal.make', 'proposed_by', 1, '{}'),
  ('proposal', 'proposed', 'done', null, 'proposal.approve', 'decided_by', 1, '{decided_by,decided_ms,journal_seq}'),
  ('proposal', 'proposed', 'rejected', null, 'proposal.reject', 'decided_by', 1, '{decided_by,decided_ms}'),
  ('proposal', 'proposed', 'withdrawn', null, 'proposal.withdraw', 'decided_by', 1, '{decided_by,decided_ms}');
update state_template set tied_may = true where audit_action = 'proposal.withdraw';

insert into journal_template (kind, account, sign) values
  -- The house's own money from one purpose to another, and its capital in and out. The strategy has none of it.
  ('house_move', 'equity', 0), ('house_move', 'inventory', 0), ('house_move', 'trading', 0), ('house_move', 'insurance', 0),
  ('house_move', 'promotions', 0), ('house_move', 'lending', 0), ('house_move', 'fees', -1), ('house_move', 'interest', -1),
  ('house_move', 'rounding', -1),
  ('house_capital', 'custody', 0), ('house_capital', 'equity', 0),
  ('promotion_grant', 'promotions', -1), ('promotion_grant', 'promo', 1);

insert into operator_cap (role, kind, operator_usdt, role_usdt) values
  ('reviewer', 'deposit', 250000, 1000000), ('treasurer', 'deposit', 1000000, 3000000), ('admin', 'deposit', 5000000, 10000000),
  ('reviewer', 'withdrawal_approve', 100000, 300000), ('treasurer', 'withdrawal_approve', 500000, 1500000),
  ('admin', 'withdrawal_approve', 1000000, 3000000),
  ('treasurer', 'withdrawal_pay', 500000, 1500000), ('admin', 'withdrawal_pay', 1000000, 3000000),
  ('reviewer', 'loan', 100000, 300000), ('treasurer', 'loan', 100000, 300000), ('admin', 'loan', 250000, 750000),
  ('treasurer', 'manual', 250000, 500000), ('admin', 'manual', 250000, 500000);

insert into operator_pace (what, hour_max, day_max) values ('locks', 20, 60), ('reads', 300, 1500);

grant select on customer_tie, customer_duty, house_identity, key_voucher, operator_cap, operator_day, cap_state, customer_cap,
  operator_hour, operator_pace to candor_app;
grant select, insert on operator_tie, factor_reset_first, operator_leave to candor_app;
grant select, insert (id, account, kind, public_key, rp_id, origin, label, transports, uses, enrolled_ms, valid_until_ms, vouched),
  update (confirmed_by, confirmed_ms, revoked_by, revoked_ms) on operator_key to candor_app;
grant select, insert (time_ms, operator, role, action, subject, before, after, reason, approval) on audit to candor_app;
grant select, insert, update (password_hash, sealed_totp_secret, totp_last_step, disabled_ms, confirmed_by, confirmed_ms) on operator
  to candor_app;
grant select, insert, update (seen_ms, ended_ms, fresh_ms) on operator_session to candor_app;
grant select, insert, update (status, decided_by, decided_ms, journal_seq) on proposal to candor_app;
grant select, insert, update (status, decided_by, decided_ms) on operator_reset to candor_app;
revoke execute on function approval_excused, approved_body, audit_approval, audit_by, audit_has, customer_let_in_by, factor_first_word,
  factor_gone, factor_reset_signed, factor_reset_told, is_owner_here, operator_admits, operator_counts, operator_is_example,
  operator_knows, operator_last_but_one, operator_person, operator_person_approved, operator_reset_now, operator_reset_record,
  operator_takes_two, operator_touches, person_key, reason_approved, standing_approved from public;
grant execute on function approved_body, audit_by, audit_has, customer_let_in_by, factor_first_word, operator_admits,
  operator_is_example, operator_knows, operator_last_but_one, operator_person, operator_reset_now, operator_takes_two, operator_touches
  to candor_app;
