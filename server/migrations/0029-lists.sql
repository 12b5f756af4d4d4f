-- Lists of everybody's orders of the fund and loans, from new to old, with or without a state.
create index fund_order_newest on fund_order (id);
create index fund_order_newest_by_status on fund_order (status, id);
create index loan_newest on loan (id);
create index loan_newest_by_status on loan (status, id);
