/**
 * Writes which products the configuration offers, and to whom, to the tables that the database's guards read: the jurisdiction
 * policy, and how coins are sold.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { PROFILES, leverageCap } from '@candor/domain/policy/jurisdiction.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Pool } from '../db/pool.ts';

type Offered = {
  readonly jurisdictions: JurisdictionMode;
  readonly instruments: Iterable<ContractInstrument>;
};

/** Makes the rows match the given ones. Needs the owner's connection, because no other role may write them. */
export async function writeOffered(owner: Pick<Pool, 'query'>, offered: Offered): Promise<void> {
  const rows = rowsOf(offered);
  await owner.query(
    `with given as (select * from unnest($1::text[], $2::jsonb[]) as g (subject, body)),
      gone as (delete from offered o where o.subject not in (select g.subject from given g))
    insert into offered (subject, body) select g.subject, g.body from given g
    on conflict (subject) do update set body = excluded.body where offered.body <> excluded.body`,
    [rows.map(([subject]) => subject), rows.map(([, body]) => JSON.stringify(body))],
  );
}

function rowsOf({ jurisdictions, instruments }: Offered): [subject: string, body: object][] {
  const listed = [...instruments];
  const profiles = PROFILES.map((profile) => ({
    name: profile.name,
    countries: profile.countries,
    products: profile.products,
    caps: Object.fromEntries(
      listed.flatMap((instrument) => {
        const cap = leverageCap(profile, instrument);
        return cap === undefined ? [] : [[instrument.symbol, cap]];
      }),
    ),
  }));
  return [
    ['jurisdictions', { mode: jurisdictions, profiles }],
    ...listed
      .filter(({ spot }) => spot)
      .map(({ symbol, quantityStep, quantityMin, quantityMax }): [string, object] => [
        `instrument:${symbol}`,
        { step: formatAmount(quantityStep), min: formatAmount(quantityMin), max: formatAmount(quantityMax) },
      ]),
  ];
}
