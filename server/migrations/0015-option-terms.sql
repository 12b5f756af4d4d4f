-- What a duration pays is one figure for everybody: no ticket can be written with another, whoever it is for. A change of
-- the terms is a migration, which anybody can read. The same pairs stand in the domain, and a test holds one against the other.
alter table option_ticket add constraint option_ticket_terms check (
  (seconds, payout_ratio) in ((30, 0.8), (60, 0.82), (120, 0.84), (180, 0.86), (300, 0.88))
);
