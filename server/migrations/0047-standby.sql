-- PostgreSQL 15 leaves an unlogged sequence unreadable on a standby that is promoted, and every write would fail.
alter sequence check_due_id_seq set logged;
