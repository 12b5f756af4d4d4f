-- Setting a demo's market clock forward.

-- What feed the leader runs, told once it has begun; null from the change of leaders until then.
alter table leader add column feed text check (feed in ('simulated', 'replay', 'external'));

-- While a simulated market runs, nothing sets its clock but an operator's act. A replay sets its own, and an external feed
-- comes with the time that it is.
create function clock_record() returns trigger language plpgsql as
$$
begin
  -- The record is asked for apart, so that who leads any other market needs no right to it.
  if exists (select from leader l where l.role = 'market' and l.feed = 'simulated') then
    if not audit_has('clock', 'clock.forward') then
      raise exception 'the market clock was set without a record'
        using errcode = 'check_violation', constraint = 'clock_record';
    end if;
  end if;
  return new;
end
$$;
create trigger clock_record before update on clock for each row execute function clock_record();
