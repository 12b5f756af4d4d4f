-- Makes the database, its owner and the four logins that serve, each with a password from a file (docs/going-live.md#four-roles).
-- The image of PostgreSQL runs this once, for an empty volume. By hand: psql -v ON_ERROR_STOP=1 -d postgres -f roles.sql
\set owner `cat /run/secrets/owner-password`
\set app `cat /run/secrets/app-password`
\set tape `cat /run/secrets/tape-password`
\set door `cat /run/secrets/door-password`
\set guard `cat /run/secrets/guard-password`

create role candor_owner login password :'owner';
create role candor_app login password :'app';
create role candor_tape login password :'tape';
create role candor_door login password :'door';
create role candor_guard login password :'guard';

create database candor owner candor_owner;
