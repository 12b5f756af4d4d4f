/** Each fill in the public list matches the row of its order. */
import type { Invariant } from '../../ledger/invariants.ts';

/**
 * Number of ledger roots that are compared. Older ones have been compared before, and the hashes of their lists are in the public
 * log.
 */
const NEWEST_ROOTS = 100;

const ID = `encode(sha256(p.salt || convert_to(p.opening, 'UTF8')), 'hex')`;
const FIELDS = `string_to_array(${ID} || '|' || u.rest, '|')`;
/** A list created before the next quote arrived keeps an empty field for that quote. */
const SAME = `p.line in (${ID} || '|' || u.rest,
  array_to_string((${FIELDS})[1:10] || ''::text || (${FIELDS})[12:], '|'))`;

export const fillQualityInvariants: readonly Invariant[] = [
  {
    invariant: 'L16: the public list of fills is what their orders say',
    // A violation concerns publication, not money, so it doesn't freeze trading.
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
