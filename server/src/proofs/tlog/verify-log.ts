/**
 * Recomputes the transparency log from its entries, and compares the entries with the rows that they describe, so that neither
 * the function that appends nor the process that signs needs to be trusted.
 */
import { createHash } from 'node:crypto';
import type { Pool } from '../../db/pool.ts';
import { checkpointText, cosignatureIn, readWitnessKey } from './note.ts';
import { HASH_BYTES, grow, leafHash, rootOfEdge, sizeOf } from './tree.ts';
import type { Edge } from './tree.ts';

const INVARIANT = 'L33: the public log is of what it is about';
const PAGE = 5000;

type Reads = Pick<Pool, 'query'>;
export type LogViolation = { readonly invariant: string; readonly detail: string };
type EntryRow = { index: string; kind: string; entry: string; opening: string | null; salt: Buffer | null };

export async function verifyLog(pool: Reads): Promise<readonly LogViolation[]> {
  const found = [
    ...(await treeViolations(pool)),
    ...(await rowViolations(pool)),
    ...(await noteViolations(pool)),
  ];
  return found.map((detail) => ({ invariant: INVARIANT, detail }));
}

async function treeViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  const roots = checkpoints(pool);
  let next = await nextOf(roots);
  let edge: Edge = new Map();
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
    if (next === undefined || Number(next.size) !== index + 1) continue;
    if (!next.root.equals(rootOfEdge(edge))) found.push(`the root of ${index + 1} entries is another`);
    next = await nextOf(roots);
  }
  // A root that was signed during this check covers entries that were not read.
  if (next !== undefined && (await isSizeBelow(pool, Number(next.size))))
    found.push(`a root of ${next.size} entries is signed, and there are ${sizeOf(edge)}`);
  for (const { level, number, hashes } of edge.values()) {
    if (hashes.length > 0 && !(await isTile(pool, level, number, hashes))) {
      found.push(`tile ${number} of level ${level} has other hashes`);
    }
  }
  return found;
}

async function nextOf<T>(rows: AsyncGenerator<T>): Promise<T | undefined> {
  const { value, done } = await rows.next();
  return done === true ? undefined : value;
}

async function isSizeBelow(pool: Reads, size: number): Promise<boolean> {
  const { rows } = await pool.query('select from tlog_entry where index = $1', [size - 1]);
  return rows.length === 0;
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

/** Whether a stored tile begins with these hashes. Entries that were appended since may follow. */
async function isTile(pool: Reads, level: number, number: number, hashes: Buffer): Promise<boolean> {
  const { rows } = await pool.query<{ same: boolean }>(
    'select substr(hashes, 1, octet_length($3::bytea)) = $3::bytea as same from tlog_tile where level = $1 and number = $2',
    [level, number, hashes],
  );
  return rows[0]?.same === true;
}

/**
 * SQL for the rows of each source, each in the form of the log entry (or of its opening) that the row must have.
 */
const SOURCES: Readonly<Record<string, string>> = {
  checkpoint: `select c.symbol as key, c.seq as position, c.time_ms as ms,
    'candor-checkpoint-v1|' || c.symbol || '|' || c.seq || '|' || encode(c.hash, 'hex') || '|' || c.time_ms / 1000 as text from checkpoint c`,
  audit: `select '' as key, a.seq as position, a.seq as ms, 'candor-audit-v1|' || a.seq || '|' || encode(a.hash, 'hex') as text from audit a`,
  ledger: `select '' as key, l.number as position, l.sealed_ms as ms, 'candor-ledger-v1|' || l.number || '|' || l.sealed_ms || '|'
    || l.audit_seq || '|' || encode(l.audit_hash, 'hex') || '|' || encode(l.root, 'hex') as text from ledger_seal l`,
  clock: `select '' as key, s.number as position, s.number as ms, 'candor-clock-v1|' || s.number || '|' || s.wall_ms || '|' || s.ahead_ms as text from clock_step s`,
  // Older entries do not contain the number of keys before them. No such entry follows one that contains the number.
  book: `select j.book::text as key, j.seq as position, j.number as ms,
    case when e.opening like 'candor-book-v1|%' and e.index < coalesce(f.index, e.index + 1) then 'candor-book-v1|' else 'candor-book-v2|' end
    || j.book || '|' || j.seq || '|' || encode(j.hash, 'hex') || case
      when e.opening like 'candor-book-v1|%' and e.index < coalesce(f.index, e.index + 1) then ''
      else '|' || (select count(*) from tlog_entry d where d.kind = 'device_key' and d.key = j.book::text and d.index < e.index) end as text
    from journal_seal j left join tlog_entry e on e.kind = 'book' and e.key = j.book::text and e.position = j.seq
      cross join (select min(o.index) as index from tlog_entry o where o.kind = 'book' and o.opening like 'candor-book-v2|%') f`,
  terms: `select t.subject as key, t.version::bigint as position, t.published_ms as ms, 'candor-terms-v1|' || t.subject || '|'
    || t.version || '|' || t.effective_ms || '|' || t.published_ms || '|' || t.body as text from terms t`,
  receipts: `select '' as key, b.number as position, b.at_ms as ms, 'candor-receipts-v1|' || b.number || '|' || b.at_ms || '|'
    || octet_length(b.leaves) / 65 || '|' || encode(b.root, 'hex') as text from receipt_batch b where b.logged`,
  device_key: `select k.book::text as key, k.number::bigint as position, k.at_ms as ms,
    'candor-device-key-v3|' || k.book || '|' || k.number || '|' || encode(k.public_key, 'hex') || '|' || k.at_ms as text from device_key k where k.logged`,
  app: `select '' as key, m.number as position, m.time_ms as ms, case when m.reason is null then 'candor-app-v1|' || encode(m.hash, 'hex')
    else 'candor-app-rollback-v1|' || encode(m.hash, 'hex') || '|' || m.time_ms || '|' || m.reason end as text from tlog_manifest m`,
  records: `select '' as key, c.at_ms / 60000 as position, c.at_ms / 60000 as ms, 'candor-records-v1|' || c.at_ms / 60000 * 60000 || '|'
    || min(c.number) || '|' || max(c.number) || '|' || count(*) || '|'
    || encode(sha256(string_agg(int8send(c.number) || sha256(c.packed), ''::bytea order by c.number)), 'hex') as text
    from command_record c group by c.at_ms / 60000`,
  refused: `select case when p.part > 0 then p.part::text else '' end as key, p.minute as position, p.minute as ms, p.text
    from refused_parts(0, 9223372036854775807, 2147483647) p`,
};

async function rowViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, rows] of Object.entries(SOURCES)) {
    const other = await pool.query<{ index: string }>(
      `select e.index from tlog_entry e left join (${rows}) s on s.key = e.key and s.position = e.position
        where e.kind = $1 and s.text is distinct from coalesce(e.opening, e.entry)
          and e.entry is distinct from 'candor-long-v1|' || $1 || '|' || encode(sha256(convert_to(s.text, 'UTF8')), 'hex')
        order by e.index limit 20`,
      [kind],
    );
    found.push(...other.rows.map(({ index }) => `entry ${index} of kind ${kind} is not the text of its row`));
    found.push(...(await leftOut(pool, kind, rows)));
  }
  return found;
}

/**
 * Returns the rows that are missing from the log although a later one of their source is in it. Newer rows may still be logged.
 */
async function leftOut(pool: Reads, kind: string, rows: string): Promise<string[]> {
  const found = await pool.query<{ text: string }>(
    `with s as materialized (${rows}), newest as (select max(s.ms) as ms from s
        join tlog_entry e on e.kind = $1 and e.key = s.key and e.position = s.position)
      select s.text from s cross join newest n where s.ms < n.ms
          and not exists (select from tlog_entry e where e.kind = $1 and e.key = s.key and e.position = s.position)
        order by s.ms limit 20`,
    [kind],
  );
  return found.rows.map(({ text }) => `a row of kind ${kind} is not in the log: ${text.slice(0, 100)}`);
}

/** Checks the texts of the signed roots, and the cosignatures of the witnesses whose keys the platform publishes. */
async function noteViolations(pool: Reads): Promise<string[]> {
  const found: string[] = [];
  const witnesses = await pool.query<{ name: string; vkey: string }>('select name, vkey from tlog_witness');
  const keys = new Map(witnesses.rows.map(({ name, vkey }) => [name, readWitnessKey(vkey)]));
  for await (const { size, root, note } of checkpoints(pool)) {
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const [origin = ''] = text.split('\n');
    if (text !== checkpointText(origin, Number(size), root)) {
      found.push(`the note of ${size} entries is of another root`);
    }
    const { rows } = await pool.query<{ witness: string; line: string; seconds: string }>(
      'select witness, line, seconds from tlog_cosignature where size = $1',
      [size],
    );
    for (const { witness, line, seconds } of rows) {
      const key = keys.get(witness);
      // The key of a witness that has since been replaced is not published.
      if (key === undefined) continue;
      const made = cosignatureIn(line, { text, key, nowSeconds: Number(seconds) });
      if (made?.seconds !== Number(seconds))
        found.push(`the cosignature of ${size} entries by ${witness} is invalid`);
    }
  }
  return found;
}

async function* checkpoints(pool: Reads): AsyncGenerator<{ size: string; root: Buffer; note: string }> {
  for (let after = '0'; ;) {
    const { rows } = await pool.query<{ size: string; root: Buffer; note: string }>(
      'select size, root, note from tlog_checkpoint where size > $1 order by size limit $2',
      [after, PAGE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.size;
  }
}
