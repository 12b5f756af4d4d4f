/**
 * The evidence of fills of every kind. The server's code builds it, and the verifier, which shares no code with the server,
 * judges it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readBundle, verifyBundle } from '../../../verifier/src/bundle.ts';
import type { FillBundle } from '../../../verifier/src/bundle.ts';
import type { Pool } from '../../src/db/pool.ts';
import { spotEvidence } from '../../src/features/spot/evidence.ts';
import { positionEvidence } from '../../src/positions/evidence.ts';
import { instruments } from '../../src/quotes/catalogue.ts';

/** Heads are signed every ten seconds. A paused replay is signed once more after its last entry. */
const SIGNED_WITHIN_MS = 30_000;
const AGAIN_MS = 500;

type Judging = {
  readonly pool: Pool;
  readonly evidenceOf: ReturnType<typeof spotEvidence>;
  readonly nameOf: (fill: Kind) => string;
};
type Kind = { readonly kind: string; readonly book: string; readonly id: string; readonly fill: number };

/**
 * Selects every fill: openings by type and side, and closings by reason, side and whether they settled a charge for the other
 * side of a gap.
 */
const FILLS = `
  select 'opened ' || p.type || ' ' || p.side as kind, p.book, p.id, 0 as fill,
    p.entry_seq - coalesce((p.armed -> 'limit' ->> 1)::bigint, p.entry_seq) as took
  from position p where p.entry_seq is not null
  union all
  select c.value ->> 'reason' || ' ' || p.side || case when c.value ->> 'charge' <> '0' then ' charged' else '' end,
    p.book, p.id, c.at::int, (c.value ->> 'tape_seq')::bigint - p.entry_seq
  from position p, jsonb_array_elements(p.closes) with ordinality as c (value, at)`;
/** Selects one fill of each kind, the one that waited longest. */
const ONE_OF_EACH = `
  select distinct on (kind) kind, book::text, id::text, fill from (${FILLS}) f order by kind, took desc, id`;

/**
 * Returns the verifier's result for each kind of fill: "proved", or the codes. For each fill that waited for a level or time,
 * the verifier must also reject a claim that an earlier entry was the deciding one.
 */
export async function judgeOneOfEach(pool: Pool): Promise<Map<string, string>> {
  return judgePositions(pool, ONE_OF_EACH, ({ kind }) => kind);
}

/** Selects every fill of a spot order by its type and side, whether it was amended, and whether it protects a purchase. */
const SPOT_FILLS = `
  select o.type || ' ' || o.side || case when o.amended_ms is null then '' else ' amended' end
      || case when o.entry_id is null then '' else ' protecting' end
      || case when o.triggered_seq is null then '' else ' at its limit' end as kind, o.book, o.id, f.leg::int as fill,
    f.tape_seq - o.armed_seq as took
  from spot_order o join spot_fill f on f.book = o.book and f.order_id = o.id`;

/** Does for spot orders what `judgeOneOfEach` does for positions. */
export async function judgeOneOfEachSpot(pool: Pool): Promise<Map<string, string>> {
  const which = `select distinct on (kind) kind, book::text, id::text, fill from (${SPOT_FILLS}) f order by kind, took desc, id`;
  const evidenceOf = spotEvidence({ pool, publicKey: await keyOf(pool) });
  return judge(which, { pool, evidenceOf, nameOf: ({ kind }) => kind });
}

export async function judgeAll(pool: Pool): Promise<Map<string, string>> {
  const all = `select kind, book::text, id::text, fill from (${FILLS}) f order by id, fill`;
  return judgePositions(pool, all, ({ kind, id, fill }) => `${id} ${fill} ${kind}`);
}

async function judgePositions(
  pool: Pool,
  which: string,
  nameOf: (fill: Kind) => string,
): Promise<Map<string, string>> {
  const evidenceOf = positionEvidence({ pool, instruments, publicKey: await keyOf(pool) });
  return judge(which, { pool, evidenceOf, nameOf });
}

async function judge(which: string, { pool, evidenceOf, nameOf }: Judging): Promise<Map<string, string>> {
  const { rows } = await pool.query<Kind>(which);
  const judged = new Map<string, string>();
  for (const one of rows) {
    const name = nameOf(one);
    // oxlint-disable-next-line no-await-in-loop
    const body = await untilSigned(name, async () => {
      const made = await evidenceOf(BigInt(one.book), { id: BigInt(one.id), fill: one.fill });
      return made.ok ? made.value.body : undefined;
    });
    judged.set(name, verdictOf(body));
  }
  return judged;
}

/** Waits for the platform's key, because a market that has just started may have no signature yet. */
async function keyOf(pool: Pool): Promise<Uint8Array> {
  return untilSigned('the first signature', async () => {
    const found = await pool.query<{ public_key: Uint8Array }>('select public_key from checkpoint limit 1');
    return found.rows[0]?.public_key;
  });
}

async function untilSigned<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const endsMs = performance.now() + SIGNED_WITHIN_MS;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endsMs) throw new Error(`expected ${what} to be signed in time`);
    // oxlint-disable-next-line no-await-in-loop
    await delay(AGAIN_MS);
  }
}

function verdictOf(body: string): string {
  const bundle = readBundle(JSON.parse(body)) as FillBundle;
  const { state, findings } = verifyBundle(bundle);
  if (state !== 'proved')
    return findings.map((one) => `${one.code} ${JSON.stringify(one.params)}`).join(', ');
  const waited = bundle.waited as { armed_seq: number; for: string } | undefined;
  if (waited === undefined) return state;
  const earlier = bundle.entries.find(({ seq, gap }) => seq === bundle.fill.tape_seq - 1 && gap !== true);
  if (earlier === undefined || earlier.seq <= waited.armed_seq) return state;
  const buys = isPurchase(bundle.fill);
  const at = { tape_seq: earlier.seq, price: buys ? earlier.ask : earlier.bid };
  // The amounts are omitted because they only fit the real price. The awaited condition alone must be enough to detect the
  // claim.
  const moved = { ...bundle.fill, ...at, pnl: undefined, fee: undefined };
  const said = verifyBundle({ ...bundle, fill: moved as FillBundle['fill'], journals: undefined }).state;
  return said === 'contradicted' ? state : `${said} an entry earlier`;
}

function isPurchase({ kind, side }: FillBundle['fill']): boolean {
  if (kind === 'spot') return side === 'buy';
  return kind === 'open' ? side === 'long' : side === 'short';
}
