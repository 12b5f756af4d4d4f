/** Makes the database state false liabilities, and immediately makes a statement of them. */
import type { Crime } from './crime.ts';

/** `change` is SQL that changes the rows of `liability_claim` of the statement `of_statement`. */
export async function restate({ sql }: Pick<Crime, 'sql'>, change: string): Promise<void> {
  await sql(`do $do$ begin
      if to_regprocedure('liability_claims_whole(bigint)') is null then
        alter function liability_claims(bigint) rename to liability_claims_whole;
      end if;
    end $do$`);
  await sql(`create or replace function liability_claims(of_statement bigint) returns void language sql
      set search_path = public, pg_temp as $claims$ select liability_claims_whole(of_statement); ${change} $claims$`);
  await sql('alter table liability_claim disable trigger user');
  await sql('begin isolation level repeatable read; select liabilities_build(0); commit');
}
