-- A book's number goes on by what was written of it, at most some thousands at once. Whoever could set it to the greatest there is took
-- from its customer every further journal, and so each way to close or to cancel anything; set back, it met what is written already.
create function book_counts_on() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'book % does not go from % to %', old.id, old.seq, new.seq
    using errcode = 'check_violation', constraint = 'book_counts_on';
end
$$;
revoke execute on function book_counts_on from public;
create trigger book_counts_on before update on book for each row
  when (new.seq < old.seq or new.seq > old.seq + 100000 or new.id <> old.id) execute function book_counts_on();
