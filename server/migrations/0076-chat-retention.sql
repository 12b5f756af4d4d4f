-- What visitors wrote is forgotten a month after their last word: nobody knows who they were, and anybody can be one. A customer's
-- conversation stays.

-- Messages and answers are never changed; the owner of the table, within the function below, alone removes them.
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
drop trigger chat_message_append_only on chat_message;
create trigger chat_message_append_only before update or delete or truncate on chat_message
  for each statement execute function chat_refuse_change();
drop trigger chat_answer_append_only on chat_answer;
create trigger chat_answer_append_only before update or delete or truncate on chat_answer
  for each statement execute function chat_refuse_change();

create index chat_visitor_last on chat_conversation (last_ms) where customer is null;

-- Forgets visitors' conversations whose last word is thirty days old by the database's own clock; answers how many.
create function chat_forget_visitors(at_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  old_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint - 30 * 86400000::bigint;
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
revoke execute on function chat_forget_visitors, chat_refuse_change from public;
grant execute on function chat_forget_visitors to candor_app;
