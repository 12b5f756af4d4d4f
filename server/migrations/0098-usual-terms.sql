-- What counts before anything was published stands beside what was, so that the database can hold a row against it. The owner writes
-- it at each start, from the configuration; guards alone read it.
create table usual_terms (
  subject text primary key,
  body jsonb not null check (jsonb_typeof(body) = 'object')
);
revoke all on usual_terms from public, candor_app, candor_tape, candor_door;

-- What counted of a subject at an instant of the wall clock, by the name of each figure; null where the house knows no such subject.
-- A version that was published before a figure was one of the terms leaves it as usual.
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
revoke execute on function terms_at from public;
grant execute on function terms_at to candor_app, candor_door;

-- Whether a figure of a row is the one that counts now, or did when its transaction can have begun.
create function is_term_now(of_subject text, name text, value numeric) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  return coalesce((terms_at(of_subject, wall_ms) ->> name)::numeric = value
    or (terms_at(of_subject, wall_ms - 10000) ->> name)::numeric = value, false);
end
$$;
revoke execute on function is_term_now from public;
grant execute on function is_term_now to candor_app;
