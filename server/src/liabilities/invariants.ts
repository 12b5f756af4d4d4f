/**
 * Invariants of the statements of liabilities: their sums are correct, and they include every customer with the amounts in the
 * ledger.
 */
import type { Invariant } from '../ledger/invariants.ts';

/** How many of the newest statements have their leaves hashed again; they span a day. */
const RECENT = 24;
const NEWEST = '(select s.number, s.as_of_ms from liability_statement s order by s.number desc limit 1)';

export const liabilityInvariants: readonly Invariant[] = [
  {
    invariant:
      'L20: each node of the trees of liabilities has the hash and the sum of what is below it, none below zero',
    sql: `with recent as (select s.number from liability_statement s
        where not exists (select from liability_pruned p where p.statement = s.number) order by s.number desc limit ${RECENT})
      select format('statement %s, tile %s of %s', t.statement, t.number, t.currency)
      from liability_tile t join recent on recent.number = t.statement
        cross join lateral (select array_agg(sha256(convert_to('candor-liability-leaf-v1|' || l.leaf, 'UTF8')) order by l.n) as hashes,
            array_agg(split_part(l.leaf, '|', 2)::numeric order by l.n) as sums, count(*) as width
          from regexp_split_to_table(rtrim(t.leaves, e'\\n'), e'\\n') with ordinality as l (leaf, n)) b
        cross join lateral liability_root(b.hashes, b.sums) r
      where (r.hash = t.hash and r.sum = t.sum and b.width = t.width and t.leaves ~ '^([0-9a-f]{64}\\|(0|[1-9][0-9]*)\\n)+$'
        and t.first = decode(substr(t.leaves, 1, 64), 'hex')) is not true
      union all select format('statement %s, tree of %s', t.statement, t.currency)
      from liability_tree t join recent on recent.number = t.statement
        cross join lateral (select array_agg(i.hash order by i.number) as hashes, array_agg(i.sum order by i.number) as sums,
            sum(i.width) as leaves
          from liability_tile i where i.statement = t.statement and i.currency = t.currency) b
        cross join lateral liability_root(b.hashes, b.sums) r
      where (r.hash = t.root and r.sum = t.sum and b.leaves = t.leaves) is not true
      union all select format('the text of statement %s', s.number)
      from liability_statement s join recent using (number)
        cross join lateral (select coalesce(string_agg(t.currency || '=' || t.sum, ',' order by t.currency collate "C"), '') as sums,
            coalesce(string_agg(format('currency|%s|%s|%s|%s%s', t.currency, t.leaves, encode(t.root, 'hex'), t.sum, e'\\n'), ''
              order by t.currency collate "C"), '') as lines
          from liability_tree t where t.statement = s.number) b
      where s.sums <> b.sums
        or not starts_with(s.text, format('candor-liability-statement-v1|%s|%s%s', s.number, s.as_of_ms, e'\\n') || b.lines)`,
  },
  {
    invariant: 'L20: the sum of each tree of liabilities is the sum of the customers’ claims',
    sql: `select format('statement %s: %s %s, claims %s', statement, t.sum, currency, c.sum)
      from (select l.* from liability_tree l where not exists (select from liability_pruned p where p.statement = l.statement)) t
      full join (select c.statement, c.currency, sum(c.held + c.staked + c.profit + c.owed + c.income) * 100000000 as sum
        from liability_claim c group by 1, 2) c using (statement, currency)
      where t.sum is distinct from c.sum`,
  },
  {
    invariant: 'L20: the newest statement of liabilities has every customer with what the ledger had',
    sql: `with newest as ${NEWEST},
        claimed as (select c.* from liability_claim c join newest n on n.number = c.statement),
        had as (select p.book, p.currency, sum(p.amount) as amount
          from (select distinct c.book, c.seq from claimed c) c join posting p on p.book = c.book and p.seq <= c.seq
          where not is_house(p.account) group by 1, 2)
      select format('%s %s of book %s, the ledger had %s', c.held, currency, book, h.amount)
      from had h full join claimed c using (book, currency) where coalesce(h.amount, 0) <> coalesce(c.held, 0)
      union all select format('book %s is missing', b.book)
      from (select b.book from balance b where b.amount > 0 group by b.book) b cross join newest n
      where not exists (select from claimed c where c.book = b.book)
        -- Only books that were sealed before the statement and not written since.
        and exists (select from journal_seal s join ledger_seal l on l.number = s.number
          where s.book = b.book and l.sealed_ms < n.as_of_ms
            and not exists (select from journal j where j.book = s.book and j.seq > s.seq))`,
  },
];
