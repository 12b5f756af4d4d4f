/** Queries for proposals, except those of the command executor: the list, and the fields of a proposal that never change. */
import type { Pool } from '../../db/pool.ts';
import type { ProposalBody } from './bodies.ts';
import { proposals } from './tables.ts';
import type { ProposalRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

export type ListedProposal = { readonly row: ProposalRow; readonly account: string | null };
export type ProposalPlace = { readonly proposedMs: bigint; readonly id: bigint };

export async function listProposals(
  pool: Pick<Pool, 'query'>,
  page: {
    readonly status: ProposalRow['status'] | undefined;
    readonly after: ProposalPlace | undefined;
    readonly limit: number;
  },
): Promise<ListedProposal[]> {
  const { status, after, limit } = page;
  const found = await pool.query<TextRow>({
    text: `select p.*, c.account from proposal p left join customer c on c.id = p.book
      where ($1::text is null or p.status = $1) and ($2::bigint is null or (p.proposed_ms, p.id) < ($2, $3::bigint))
      order by p.proposed_ms desc, p.id desc limit $4`,
    values: [status ?? null, after?.proposedMs ?? null, after?.id ?? null, limit],
    types: asText,
  });
  return found.rows.map((raw) => ({ row: proposals.read(raw), account: raw['account'] ?? null }));
}

export type Fixed = {
  readonly body: ProposalBody;
  /** The person who made the proposal, under whichever account. */
  readonly proposer: string;
  readonly account: string | null;
};

export async function fixedOf(
  pool: Pick<Pool, 'query'>,
  { book, id }: { readonly book: bigint; readonly id: bigint },
): Promise<Fixed | undefined> {
  const found = await pool.query<{ body: string; person: string; account: string | null }>(
    `select p.body, o.person, c.account from proposal p join operator o on o.account = p.proposed_by
      left join customer c on c.id = p.book where p.book = $1 and p.id = $2`,
    [book, id],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  return { body: JSON.parse(row.body) as ProposalBody, proposer: row.person, account: row.account };
}

export async function accountOf(pool: Pick<Pool, 'query'>, customer: bigint): Promise<string | undefined> {
  const found = await pool.query<{ account: string }>('select c.account from customer c where c.id = $1', [
    customer,
  ]);
  return found.rows[0]?.account;
}
