/**
 * Recomputes the transparency log from its entries, and compares the entries with the rows that they are about, so that neither
 * the function that appends nor the process that signs need be trusted.
 */
import { createHash } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import { HASH_BYTES, grow, leafHash, rootOfEdge, sizeOf } from './tree.ts';
import type { Edge } from './tree.ts';

const INVARIANT = 'L33: the public log is of what it is about';
const PAGE = 5000;

type Reads = Pick<Pool, 'query'>;
export type LogViolation = { readonly invariant: string; readonly detail: string };
type EntryRow = { index: string; kind: string; entry: string; opening: string | null; salt: Buffer | null };

export async function verifyLog(pool: Reads): Promise<readonly LogViolation[]> {
  const found = [...(await treeViolations(pool)), ...(await rowViolations(pool))];
  return found.map((detail) => ({ invariant: INVARIANT, detail }));
}

async function treeViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  const roots = await pool.query<{ size: string; root: Buffer }>(
    'select size, root from tlog_checkpoint order by size',
  );
  let edge: Edge = new Map();
  let at = 0;
  for await (const row of entries(pool)) {
    const index = sizeOf(edge);
    if (Number(row.index) !== index) return [...found, `entry ${index} is missing`];
    if (
      row.opening !== null &&
      row.salt !== null &&
      row.entry !== commitmentOf(row.kind, row.salt, row.opening)
    ) {
      found.push(`entry ${index} commits to something else than its opening`);
    }
    const grown = grow(edge, [leafHash(row.entry)]);
    ({ edge } = grown);
    for (const { level, number, hashes } of grown.changed) {
      if (hashes.length < 256 * HASH_BYTES) continue;
      if (!(await isTile(pool, level, number, hashes)))
        found.push(`tile ${number} of level ${level} has other hashes`);
    }
    const next = roots.rows[at];
    if (Number(next?.size) !== index + 1) continue;
    at += 1;
    if (next?.root.equals(rootOfEdge(edge)) !== true)
      found.push(`the root of ${index + 1} entries is another`);
  }
  if (at < roots.rows.length)
    found.push(`a root of ${roots.rows[at]?.size} entries is signed, and there are ${sizeOf(edge)}`);
  for (const { level, number, hashes } of edge.values()) {
    if (hashes.length > 0 && !(await isTile(pool, level, number, hashes))) {
      found.push(`tile ${number} of level ${level} has other hashes`);
    }
  }
  return found;
}

async function* entries(pool: Reads): AsyncGenerator<EntryRow> {
  for (let after = '-1'; ;) {
    const { rows } = await pool.query<EntryRow>(
      'select index, kind, entry, opening, salt from tlog_entry where index > $1 order by index limit $2',
      [after, PAGE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.index;
  }
}

function commitmentOf(kind: string, salt: Buffer, opening: string): string {
  const hash = createHash('sha256').update(salt).update(opening, 'utf8').digest('hex');
  return `candor-private-v1|${kind}|${hash}`;
}

/** Whether a stored tile begins with these hashes; entries appended since may follow. */
async function isTile(pool: Reads, level: number, number: number, hashes: Buffer): Promise<boolean> {
  const { rows } = await pool.query<{ same: boolean }>(
    'select substr(hashes, 1, octet_length($3::bytea)) = $3::bytea as same from tlog_tile where level = $1 and number = $2',
    [level, number, hashes],
  );
  return rows[0]?.same === true;
}

/** An entry, and the row that it must be the text of. */
const ROWS: Readonly<Record<string, string>> = {
  checkpoint: `select from checkpoint c where c.symbol = e.key and c.seq = e.position and e.entry =
    'candor-checkpoint-v1|' || c.symbol || '|' || c.seq || '|' || encode(c.hash, 'hex') || '|' || c.time_ms / 1000`,
  audit: `select from audit a where a.seq = e.position and e.entry = 'candor-audit-v1|' || a.seq || '|' || encode(a.hash, 'hex')`,
  ledger: `select from ledger_seal l where l.number = e.position and e.entry = 'candor-ledger-v1|' || l.number || '|' || l.sealed_ms
    || '|' || l.audit_seq || '|' || encode(l.audit_hash, 'hex') || '|' || encode(l.root, 'hex')`,
  book: `select from journal_seal j where j.book = e.book and j.seq = e.position
    and e.opening = 'candor-book-v1|' || j.book || '|' || j.seq || '|' || encode(j.hash, 'hex')`,
  terms: `select from terms t where t.subject = e.key and t.version = e.position and e.entry = 'candor-terms-v1|' || t.subject || '|'
    || t.version || '|' || t.effective_ms || '|' || t.published_ms || '|' || t.body`,
  app: `select from tlog_manifest m where m.number = e.position and e.entry = 'candor-app-v1|' || encode(m.hash, 'hex')`,
};

async function rowViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, row] of Object.entries(ROWS)) {
    const { rows } = await pool.query<{ index: string }>(
      `select e.index from tlog_entry e where e.kind = $1 and not exists (${row}) order by e.index limit 20`,
      [kind],
    );
    found.push(...rows.map(({ index }) => `entry ${index} of kind ${kind} is not the text of its row`));
  }
  return found;
}
