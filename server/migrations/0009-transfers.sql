-- Transfers between a customer's own accounts: free money of one currency, from pocket to pocket. No house account is in
-- the template, so a transfer can neither cost nor make anything.
insert into journal_template (kind, account, sign) values
  ('transfer', 'spot', 0), ('transfer', 'contract', 0), ('transfer', 'option', 0);

-- The share of customers who lost is computed from these journals of a year; others do not pay for the index.
create index journal_leveraged on journal (time_ms)
  where kind in ('contract_open', 'contract_fill', 'contract_close');
