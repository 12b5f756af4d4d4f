/**
 * Handlers of the calls that publish data about the platform: its customers' losses, its signing key, its checkpoints and its
 * voided tickets.
 */
import { genesisHash } from '@candor/domain/market/tape.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { limits } from './limits.ts';
import { statedKeys } from '../../proofs/keys/key-changes.ts';
import type { StatedKey } from '../../proofs/keys/key-changes.ts';
import { readNewestCheckpoints } from '../../quotes/checkpoints.ts';
import { readMarketDays, readMarketRuns } from '../../quotes/market-days.ts';
import {
  CHECKPOINT_FORM,
  ENTRY_FORM,
  GAP_FORM,
  HALT_FORM,
  KEY_FORM,
  MARKET_DAY_FORM,
  REFUSED_FORM,
  REJECT_FORM,
} from './forms.ts';
import { publishedTerms } from '../../terms/published.ts';
import type { Terms } from '../../terms/terms.ts';
import { ttlCache } from '../../flow/ttl-cache.ts';
import { readFreezes } from './freezes.ts';
import { readPauseCursor, readPauses } from './pauses.ts';
import { readOwnEntries } from '../../proofs/tlog/own-entries.ts';
import { liabilityHandlers } from './liabilities.ts';
import { readCursor, readVoidPage } from './void-pages.ts';

export type TransparencyDeps = {
  readonly pool: Pool;
  /** Returns the share of customers who lost money, cached for all callers. */
  readonly lossShare: () => Promise<CallOutput<'GET transparency/loss_share'>>;
  /** The public key with which checkpoints signed by this process are verified. */
  readonly publicKey: Uint8Array;
  readonly marketNow: () => number;
  /** Wall clock, used for cache expiry. */
  readonly now: () => number;
  readonly terms: Pick<Terms, 'subjects' | 'versions'>;
};

/** Customers' apps ask often, and all of them get the same answer. */
const FREEZES_KEPT_MS = 1_000;

type TransparencyCall =
  | 'GET transparency/loss_share'
  | 'GET transparency/keys'
  | 'GET transparency/checkpoints'
  | 'GET transparency/market_days'
  | 'GET transparency/market_runs'
  | 'GET transparency/voids'
  | 'GET transparency/freezes'
  | 'GET transparency/pauses'
  | 'GET transparency/terms'
  | 'GET transparency/liabilities'
  | 'GET transparency/liability'
  | 'GET transparency/own';

export function transparencyHandlers(deps: TransparencyDeps): Pick<Handlers, TransparencyCall> {
  const { pool, now } = deps;
  const { voidsKeptMs: forMs, voidsKeptMax: most } = limits;
  const keptVoids = ttlCache<CallOutput<'GET transparency/voids'>>({ forMs, most, now });
  const keptFreezes = ttlCache<CallOutput<'GET transparency/freezes'>>({
    forMs: FREEZES_KEPT_MS,
    most: 1,
    now,
  });
  const keptPauses = ttlCache<CallOutput<'GET transparency/pauses'>>({ forMs, most, now });
  return {
    'GET transparency/loss_share': async () => ok(await deps.lossShare()),
    ...signedHandlers(deps),
    ...marketHandlers(pool),
    ...liabilityHandlers(pool),
    'GET transparency/terms': async () =>
      ok(
        publishedTerms(deps.terms, now()).map(({ subject, versions }) => ({
          subject,
          versions: versions.map(({ view }) => view),
        })),
      ),
    'GET transparency/own': async ({ from_index: from = '0' }, { customer }) => {
      const page = limits.ownEntriesPage;
      const rows = await readOwnEntries(pool, { customer, fromIndex: from, limit: page + 1 });
      return ok({
        entries: rows.slice(0, page).map(({ salt, ...row }) => ({ ...row, salt: hex(salt) })),
        next_index: rows[page]?.index ?? null,
      });
    },
    'GET transparency/freezes': async () => ok(await keptFreezes('', () => readFreezes(pool))),
    'GET transparency/pauses': async ({ cursor }) => {
      const from = cursor === undefined ? undefined : readPauseCursor(cursor);
      if (cursor !== undefined && from === undefined) {
        return refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
      }
      return ok(await keptPauses(cursor ?? '', () => readPauses(pool, from)));
    },
    'GET transparency/voids': async ({ day, cursor }) => {
      const from = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && from === undefined) {
        return refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
      }
      const request = {
        dayMs: day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`),
        cursor: from,
        marketNowMs: deps.marketNow(),
      };
      return ok(await keptVoids(`${day ?? ''} ${cursor ?? ''}`, () => readVoidPage(pool, request)));
    },
  };
}

type SignedCall = 'GET transparency/keys' | 'GET transparency/checkpoints';

function signedHandlers({ pool, publicKey }: TransparencyDeps): Pick<Handlers, SignedCall> {
  return {
    'GET transparency/keys': async () =>
      ok({
        public_key: hex(publicKey),
        algorithm: 'ed25519',
        hash: 'sha256',
        genesis: hex(genesisHash()),
        entry_form: ENTRY_FORM,
        gap_form: GAP_FORM,
        halt_form: HALT_FORM,
        reject_form: REJECT_FORM,
        refused_form: REFUSED_FORM,
        checkpoint_form: CHECKPOINT_FORM,
        key_form: KEY_FORM,
        changes: (await statedKeys(pool)).map(changeView),
      }),
    'GET transparency/checkpoints': async () => {
      const newest = await readNewestCheckpoints(pool);
      return ok(
        newest.map((checkpoint) => ({
          symbol: checkpoint.symbol,
          seq: Number(checkpoint.seq),
          hash: hex(checkpoint.hash),
          time: Math.floor(checkpoint.timeMs / 1000),
          public_key: hex(checkpoint.publicKey),
          signature: hex(checkpoint.signature),
        })),
      );
    },
  };
}

function changeView(key: StatedKey, at: number, all: readonly StatedKey[]) {
  const before = key.number === 1 ? key : all[at - 1];
  return {
    ...{ purpose: key.purpose, number: key.number },
    ...{ before: hex(before?.publicKey ?? key.publicKey), public_key: hex(key.publicKey) },
    ...{ since_ms: key.sinceMs, signed_before: hex(key.signedBefore), signed: hex(key.signed) },
  };
}

type MarketCall = 'GET transparency/market_days' | 'GET transparency/market_runs';

/** Returns the commitments to the daily keys of the simulated market. */
function marketHandlers(pool: Pool): Pick<Handlers, MarketCall> {
  return {
    'GET transparency/market_days': async () => {
      const days = await readMarketDays(pool, limits.marketDaysMax);
      return ok({
        form: MARKET_DAY_FORM,
        days: days.map(({ day, commitment, publicKey, signature, committedMs, key }) => ({
          day,
          commitment: hex(commitment),
          public_key: hex(publicKey),
          signature: hex(signature),
          committed_at: Math.floor(committedMs / 1000),
          key: key === null ? null : hex(key),
        })),
      });
    },
    'GET transparency/market_runs': async ({ day, from_ms: from = '0' }) => {
      const page = limits.marketRunsPage;
      const rows = await readMarketRuns(pool, { day, fromMs: from, limit: page + 1 });
      const runs = rows.slice(0, page).filter((run) => run.day === day);
      const next = rows[runs.length];
      return ok({
        runs: runs.map(ranView),
        next: next === undefined ? null : { day: next.day, ...ranView(next) },
      });
    },
  };
}

type Run = Awaited<ReturnType<typeof readMarketRuns>>[number];

function ranView({ commitment, startedMs, heads, stepMs }: Run) {
  return { commitment: hex(commitment), started_ms: startedMs, heads, step_ms: stepMs };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
