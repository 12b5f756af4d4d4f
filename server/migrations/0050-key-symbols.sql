-- An API key names instruments that exist, each once. Records for auditors contain its mandate, so the mandate must contain no
-- free text of a customer.
create or replace function api_key_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    if is_bound_in_time(tg_relid) and (new.sealed is null or new.revoked_ms is not null or not is_wall_now(new.created_ms)
      or (select count(*) from api_key k where k.book = new.book and k.revoked_ms is null and k.expires_ms > new.created_ms) > 20)
    then
      raise exception 'api key % is not made now, or is one too many', new.id using errcode = 'check_violation', constraint = 'api_key_holds';
    end if;
    if new.symbols <> '*' and cardinality(string_to_array(new.symbols, ' '))
      <> (select count(*) from tape_head h where h.symbol = any (string_to_array(new.symbols, ' ')))
    then
      raise exception 'api key % is for instruments that do not exist', new.id using errcode = 'check_violation', constraint = 'api_key_symbols';
    end if;
  elsif is_bound_in_time(tg_relid) and new.sealed is null then
    if (old.sealed is not null and new.revoked_ms is not null
      and (to_jsonb(old) - '{revoked_ms,sealed,name,networks}'::text[]) = (to_jsonb(new) - '{revoked_ms,sealed,name,networks}'::text[])
      and exists (select from customer c where c.id = new.book and c.status = 'closed')) is not true
    then
      raise exception 'api key % is erased only with its account', old.id using errcode = 'check_violation', constraint = 'api_key_holds';
    end if;
  elsif is_bound_in_time(tg_relid) and (old.revoked_ms is not null or new.revoked_ms is null
    or (to_jsonb(old) - 'revoked_ms') <> (to_jsonb(new) - 'revoked_ms'))
  then
    raise exception 'api key % stays as it is', old.id using errcode = 'check_violation', constraint = 'api_key_holds';
  end if;
  return null;
end
$$;
