-- In PostgreSQL 15, an unlogged sequence is unreadable on a promoted standby, so every write would fail.
alter sequence check_due_id_seq set logged;
