-- Chat conversations with customers and visitors.

-- Returns the position of a conversation in the inbox: waiting ones come first, with the longest wait at the top, then the others
-- by their last message.
create function chat_place(waiting_since_ms bigint, last_ms bigint) returns bigint language sql immutable parallel safe
  return coalesce(waiting_since_ms, 9007199254740991 - last_ms);

create table chat_conversation (
  id bigint primary key default nextval('row_id'),
  -- The owner is either a customer, or a visitor identified by the SHA-256 of a key on their device. The owner never changes:
  -- a visitor who logs in gets a second conversation as a customer.
  customer bigint unique references customer,
  visitor_hash bytea unique check (octet_length(visitor_hash) = 32),
  language text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  -- The operator who answers; other operators cannot.
  assigned_to text references operator (account),
  last_number bigint not null default 0,
  -- The newest message from Candor, and the newest from the customer or visitor.
  last_house bigint not null default 0,
  last_asked bigint not null default 0,
  -- The last message that each side has read.
  customer_read bigint not null default 0,
  house_read bigint not null default 0,
  -- The time since which a question has been waiting for an answer, and since which an answer has been unread; null if none
  -- is.
  waiting_since_ms bigint,
  unread_since_ms bigint,
  -- The value of customer_read when the customer was last reminded of an unread answer by mail. No second mail is sent before
  -- the customer reads more.
  mailed_at_read bigint,
  opened_ms bigint not null,
  last_ms bigint not null,
  check ((customer is null) <> (visitor_hash is null)),
  check (customer_read between 0 and last_number and house_read between 0 and last_number),
  check (greatest(last_house, last_asked) <= last_number),
  check (status = 'open' or (assigned_to is null and waiting_since_ms is null))
) with (fillfactor = 70);
create index chat_inbox on chat_conversation (chat_place(waiting_since_ms, last_ms), id);
create index chat_waiting on chat_conversation (waiting_since_ms, id) where waiting_since_ms is not null;
create index chat_assigned on chat_conversation (assigned_to) where assigned_to is not null;
create index chat_unread on chat_conversation (unread_since_ms, id)
  where customer is not null and unread_since_ms is not null and mailed_at_read is distinct from customer_read;
create index chat_visitor_last on chat_conversation (last_ms) where customer is null;

-- Images, re-encoded and encrypted like documents. An image that was not sent within a day is removed.
create table chat_picture (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  conversation bigint not null references chat_conversation,
  sealed bytea not null,
  mime text not null check (mime = 'image/jpeg'),
  width int not null,
  height int not null,
  stored_ms bigint not null,
  sent boolean not null default false
);
alter table chat_picture alter column sealed set storage external;
create index chat_picture_loose on chat_picture (stored_ms) where not sent;

-- The evidence of a trade, as a file that anyone can verify without the platform.
create table chat_evidence (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  conversation bigint not null references chat_conversation,
  ticket bigint not null,
  symbol text not null,
  body text not null check (json_typeof(body::json) = 'object'),
  time_ms bigint not null
);
create index chat_evidence_deal on chat_evidence (conversation, ticket);
create trigger chat_evidence_append_only before update or delete or truncate on chat_evidence
  for each statement execute function refuse_change();

create table chat_message (
  conversation bigint not null references chat_conversation,
  number bigint not null check (number > 0),
  sender text not null check (sender in ('customer', 'visitor', 'house')),
  -- The id that the sender gave to the message, so that a message that is sent twice is stored once.
  client_id uuid not null,
  -- The operator who wrote the message; null for a message from the customer or visitor.
  operator text references operator (account),
  text text not null check (length(text) <= 2000),
  picture text unique references chat_picture,
  evidence text references chat_evidence,
  time_ms bigint not null,
  primary key (conversation, number),
  unique (conversation, sender, client_id),
  check ((sender = 'house') = (operator is not null)),
  check (text <> '' or picture is not null or evidence is not null)
);
-- For searching words in the newest messages only. With a million messages, a search takes 0.1 s instead of 2 s.
create index chat_message_newest on chat_message (time_ms);

-- Waits that an answer ended, for measuring how long customers wait.
create table chat_answer (
  conversation bigint not null references chat_conversation,
  since_ms bigint not null,
  answered_ms bigint not null,
  operator text not null references operator (account)
);
create index chat_answer_newest on chat_answer (answered_ms);
create index chat_answer_of on chat_answer (conversation, since_ms);

-- Canned answers by language. The newest version is used.
create table chat_canned (
  slug text not null check (slug ~ '^[a-z0-9-]{1,40}$'),
  language text not null,
  version int not null check (version > 0),
  title text not null,
  text text not null check (length(text) between 1 and 2000),
  withdrawn boolean not null,
  operator text not null references operator (account),
  time_ms bigint not null,
  primary key (slug, language, version)
);
create trigger chat_canned_append_only before update or delete or truncate on chat_canned
  for each statement execute function refuse_change();

create function chat_canned_record() returns trigger language plpgsql as
$$
begin
  if not audit_has('house', 'chat.canned') then
    raise exception 'the ready-made answer % was written without a record', new.slug
      using errcode = 'check_violation', constraint = 'chat_canned_record';
  end if;
  return new;
end
$$;
create trigger chat_canned_record before insert on chat_canned for each row execute function chat_canned_record();

-- An operator takes, hands over or closes a conversation only with a record in the log. A new message reopens a closed
-- conversation, and so does an operator who takes it to write to the customer.
create function chat_conversation_record() returns trigger language plpgsql as
$$
declare
  subject text := coalesce('customer:' || new.customer, 'chat:' || new.id);
begin
  if old.assigned_to is distinct from new.assigned_to and not (case
    when new.assigned_to is not null then audit_has(subject, 'chat.assign')
    else audit_has(subject, 'chat.release') or audit_has(subject, 'chat.close')
  end)
  or (new.status = 'closed' and old.status = 'open' and not audit_has(subject, 'chat.close'))
  or (new.status = 'open' and old.status = 'closed' and new.last_number = old.last_number
    and not (new.assigned_to is not null and audit_has(subject, 'chat.assign')))
  then
    raise exception 'conversation % was reassigned without a record', new.id
      using errcode = 'check_violation', constraint = 'chat_conversation_record';
  end if;
  return new;
end
$$;
create trigger chat_conversation_record before update of assigned_to, status on chat_conversation
  for each row execute function chat_conversation_record();

-- The only function that writes messages. It numbers messages while it locks their conversation, so that numbers have no gaps
-- or duplicates, stores a message once however often it is sent, and adds the sender's name. Returns the result: new; same
-- (the message already exists); other (the id belongs to a different message); taken (the conversation is not assigned to the
-- operator); missing (the message refers to an image or evidence that this conversation may not send).
create function chat_append(
  of_conversation bigint, of_sender text, of_client uuid, of_operator text, of_text text, of_picture text, of_evidence text,
  at_ms bigint, of_language text
) returns table (became text, number bigint, time_ms bigint) language plpgsql
  security definer set search_path = public, pg_temp as
$$
#variable_conflict use_column
declare
  had chat_conversation;
  said chat_message;
  next_number bigint;
  next_ms bigint;
begin
  select * into strict had from chat_conversation c where c.id = of_conversation for no key update;
  if (of_sender = 'customer') <> (had.customer is not null and of_operator is null)
    or (of_sender = 'house') <> (of_operator is not null) then
    raise exception '% cannot write into conversation %', of_sender, of_conversation
      using errcode = 'check_violation', constraint = 'chat_message_sender';
  end if;
  select * into said from chat_message m
    where m.conversation = of_conversation and m.sender = of_sender and m.client_id = of_client;
  if found then
    return query select
      case when (said.text, said.picture, said.evidence, said.operator)
        is not distinct from (of_text, of_picture, of_evidence, of_operator) then 'same' else 'other' end,
      said.number, said.time_ms;
    return;
  end if;
  if of_operator is not null and had.assigned_to is distinct from of_operator then
    return query select 'taken', had.last_number, had.last_ms;
    return;
  end if;
  if of_evidence is not null
    and not exists (select from chat_evidence e where e.id = of_evidence and e.conversation = of_conversation) then
    return query select 'missing', had.last_number, had.last_ms;
    return;
  end if;
  if of_picture is not null then
    update chat_picture p set sent = true where p.id = of_picture and p.conversation = of_conversation and not p.sent;
    if not found then
      return query select 'missing', had.last_number, had.last_ms;
      return;
    end if;
  end if;
  next_number := had.last_number + 1;
  next_ms := greatest(at_ms, had.last_ms);
  insert into chat_message (conversation, number, sender, client_id, operator, text, picture, evidence, time_ms)
    values (of_conversation, next_number, of_sender, of_client, of_operator, of_text, of_picture, of_evidence, next_ms);
  if of_operator is not null and had.waiting_since_ms is not null then
    insert into chat_answer (conversation, since_ms, answered_ms, operator)
      values (of_conversation, had.waiting_since_ms, next_ms, of_operator);
  end if;
  if of_operator is not null then
    update chat_conversation c set last_number = next_number, last_house = next_number, last_ms = next_ms,
      waiting_since_ms = null, unread_since_ms = coalesce(c.unread_since_ms, next_ms) where c.id = of_conversation;
  elsif had.status = 'open' then
    update chat_conversation c set last_number = next_number, last_asked = next_number, last_ms = next_ms,
      waiting_since_ms = coalesce(c.waiting_since_ms, next_ms), language = of_language where c.id = of_conversation;
  else
    update chat_conversation c set last_number = next_number, last_asked = next_number, last_ms = next_ms,
      waiting_since_ms = next_ms, language = of_language, status = 'open' where c.id = of_conversation;
  end if;
  return query select 'new', next_number, next_ms;
end
$$;

-- Visitors' conversations are deleted a month after their last message, because visitors are unauthenticated. Customers'
-- conversations are kept.

-- Messages and answers never change. Only the function that deletes old conversations removes them, with the rights of the
-- tables' owner.
create function chat_refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if tg_op = 'DELETE' and current_setting('candor.forgetting', true) = 'visitors'
    and current_user = (select c.relowner::regrole::text from pg_class c where c.oid = tg_relid)
  then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger chat_message_append_only before update or delete or truncate on chat_message
  for each statement execute function chat_refuse_change();
create trigger chat_answer_append_only before update or delete or truncate on chat_answer
  for each statement execute function chat_refuse_change();

-- Deletes visitors' conversations whose last message is thirty days old by the database's own clock; returns their number.
create function chat_forget_visitors(at_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  old_ms bigint := (extract(epoch from house_clock()) * 1000)::bigint - 30 * 86400000::bigint;
  gone bigint[];
begin
  select array_agg(id) into gone from (
    select c.id from chat_conversation c where c.customer is null and c.last_ms < old_ms
      order by c.last_ms limit at_most for update skip locked
  ) c;
  if gone is null then
    return 0;
  end if;
  perform set_config('candor.forgetting', 'visitors', true);
  delete from chat_answer a where a.conversation = any(gone);
  delete from chat_message m where m.conversation = any(gone);
  perform set_config('candor.forgetting', '', true);
  delete from chat_picture p where p.conversation = any(gone);
  delete from chat_conversation c where c.id = any(gone);
  return cardinality(gone);
end
$$;

insert into unsigned_action values ('chat.assign'), ('chat.release'), ('chat.close'), ('chat.picture'), ('chat.evidence'), ('chat.canned');
insert into mail_kind (kind) values
  ('chat_waiting');

grant select on chat_message, chat_answer to candor_app;
grant select, insert on chat_evidence, chat_canned to candor_app;
grant select, insert, delete on chat_picture to candor_app;
grant select, insert (customer, visitor_hash, language, opened_ms, last_ms), update (status, assigned_to, customer_read, house_read,
  waiting_since_ms, unread_since_ms, mailed_at_read) on chat_conversation to candor_app;
revoke execute on function chat_append, chat_forget_visitors, chat_refuse_change from public;
grant execute on function chat_append, chat_forget_visitors to candor_app;
