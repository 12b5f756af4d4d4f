/** The two statements by which money moves. The database applies postings to the balances, or refuses them whole. */

export const insertJournalsSql = `insert into journal (book, seq, kind, ref, time_ms)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])`;

export const insertPostingsSql = `insert into posting (book, seq, line, kind, account, currency, amount, slot)
  select u.*, case when is_house(u.account) then $8::smallint else 0 end
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::account[], $6::text[], $7::numeric[])
    as u (book, seq, line, kind, account, currency, amount)`;
