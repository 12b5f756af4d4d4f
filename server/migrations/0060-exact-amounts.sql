-- No amount has a part smaller than the smallest unit of 10^-8. A column of an array has no scale of its own that would refuse
-- one, so a journal could move a fraction that a balance rounds away, once here and not there; and what travels as JSON could too.

alter table journal add constraint journal_exact check (amounts = amounts::numeric(38,8)[]);

-- Their figures are texts of decimals, written out.
alter table position add constraint position_exact
  check (closes::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]' and added::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]');
alter table exchange add constraint exchange_exact check (legs !~ '\.[0-9]{9}|[0-9][eE][-+0-9]');
alter table exchange_quote add constraint exchange_quote_exact check (legs !~ '\.[0-9]{9}|[0-9][eE][-+0-9]');
alter table proposal add constraint proposal_exact check (body !~ '"amount"\s*:\s*"?[^",}]*(\.[0-9]{9}|[eE])');
