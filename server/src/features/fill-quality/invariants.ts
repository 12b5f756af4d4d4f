/** Each fill in the public list matches the row of its order. */
import type { Invariant } from '../../ledger/invariants.ts';

/** The roots that are compared: older ones were compared before, and their hashes are in the public log. */
const NEWEST_ROOTS = 100;

const ID = `encode(sha256(p.salt || convert_to(p.opening, 'UTF8')), 'hex')`;
const FIELDS = `string_to_array(${ID} || '|' || u.rest, '|')`;
/** A list made before the next quote arrived keeps an empty field for that quote. */
const SAME = `p.line in (${ID} || '|' || u.rest,
  array_to_string((${FIELDS})[1:10] || ''::text || (${FIELDS})[12:], '|'))`;

export const fillQualityInvariants: readonly Invariant[] = [
  {
    invariant: 'L16: the public list of fills is what their orders say',
    // It concerns publication, not money.
    noFreeze: true,
    sql: `select format('root %s: %s', r.number, coalesce(p.line, u.opening))
      from (select l.number from ledger_seal l
          where l.number <= (select max(e.position) from tlog_entry e where e.kind = 'fills' and e.key = '')
          order by l.number desc limit ${NEWEST_ROOTS}) r
        cross join lateral (select * from fills_under(r.number)) u
        full join (select f.* from public_fill f
          where f.root > (select coalesce(max(e.position), 0) - ${NEWEST_ROOTS} from tlog_entry e where e.kind = 'fills' and e.key = '')) p
          on p.root = r.number and p.opening = u.opening and ${SAME}
      where p.root is null or r.number is null`,
  },
];
