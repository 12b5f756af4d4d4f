/**
 * Checks automatically, at most once an hour, that the newest statement of liabilities includes this customer with the
 * amounts that the customer computes from their own wallets, and that it is the statement in the public log. Any violation
 * is shown on every screen.
 */
import { NetworkFailure, RefusedError } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Finding } from '@candor/verifier/findings.ts';
import type { OwnLeafFinding } from '@candor/verifier/liabilities/own-leaf.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { createApi } from '../lib/api.ts';
import type { Client } from '../lib/client.ts';
import { useSession } from '../lib/session.ts';
import { withContradictions } from './kept-state.ts';
import { createKeptStore } from './kept-store.ts';
import { keptNote, keptWitnessedMs, readLogFile } from './log-keeping.ts';
import { countedSeq, expectedOf } from './own-claims.ts';
import type { SeenRecord } from './own-claims.ts';
import { provenSteps } from './demo-time.ts';

const SEEN_KEY = 'candor.seen-records';
const EVERY_MS = 3_600_000;
/** A statement is in the log two minutes after its time; twice that, since the kept log may be older. */
const LOGGED_WITHIN_MS = 240_000;
const RECORDS_LIMIT = 100;
/** A customer with more records since the statement is checked again with the next statement. */
const RECORD_PAGES_MAX = 5;

export type OwnLiabilityOnDevice = {
  /** In seconds. */
  readonly checkedAt: number;
  readonly result: 'found' | 'nothing_owed' | 'wrong';
  /** The customer's session, so that nothing is shown to another customer. */
  readonly token: string;
};

/** The result of the last check since the page was opened. */
function createOwnLiability(): StoreApi<{ readonly last: OwnLiabilityOnDevice | undefined }> {
  return createStore<{ readonly last: OwnLiabilityOnDevice | undefined }>(() => ({ last: undefined }));
}

export function useOwnLiability(): OwnLiabilityOnDevice | undefined {
  return useStore(useSlice(createOwnLiability), ({ last }) => last);
}

/** Checks unless the last check of this customer is younger than an hour; `now` checks in any case. */
export async function checkOwnLiability(
  app: AppState,
  { now = false }: { readonly now?: boolean } = {},
): Promise<void> {
  const { token } = useSession.getState();
  const store = app.of(createOwnLiability);
  const { last } = store.getState();
  const isFresh = last?.token === token && Date.now() - (last?.checkedAt ?? 0) * 1000 < EVERY_MS;
  if (token === undefined || (isFresh && !now)) return;
  const findings = await findingsOf(app);
  if (findings === undefined || useSession.getState().token !== token) return;
  const checkedAt = Math.floor(Date.now() / 1000);
  const found = findings.findings;
  if (found.length > 0) {
    const { changeKept } = app.of(createKeptStore);
    changeKept((state) => withContradictions(state, { symbol: '', findings: found }, checkedAt));
  }
  const right = findings.isOwed ? 'found' : 'nothing_owed';
  store.setState({ last: { checkedAt, token, result: found.length > 0 ? 'wrong' : right } });
}

type Checked = { readonly findings: readonly Finding[]; readonly isOwed: boolean };

/** Undefined if the statement can't be checked yet: it is not logged, or the wallets changed during the check. */
async function findingsOf(app: AppState): Promise<Checked | undefined> {
  const { api } = app.of(createApi);
  const own = await read(api, 'GET transparency/liability', {});
  if (own.statement === null) return undefined;
  if (own.log_index === null) return unloggedYet(app, own.as_of);
  const user = await read(api, 'GET user/info', {});
  const [{ checkOwnLeaf }, { openGains }, { readStatement }, { isLogged }, { hashOf }, { readCheckpoint }] =
    await Promise.all([
      import('@candor/verifier/liabilities/own-leaf.ts'),
      import('@candor/verifier/liabilities/open-gains.ts'),
      import('@candor/verifier/liabilities/statement.ts'),
      import('@candor/verifier/liabilities/logged-statement.ts'),
      import('@candor/verifier/liabilities/tree.ts'),
      import('@candor/verifier/tlog/checkpoint.ts'),
    ]).catch((cause: unknown) => {
      throw new NetworkFailure('the verifier could not be loaded', { cause });
    });
  const statement = readStatement(own.statement) ?? { asOfMs: 0, prices: [] };
  const seq = countedSeq(own.seq, statement.asOfMs, seenRecord(user.id));
  // Read before the records, which state what changed since the statement.
  const holding = await readHolding(api);
  const found = await sinceStatement(api, seq);
  if (found === undefined) return undefined;
  const changed = new Set(found.records.map(({ ref }) => ref));
  const known = openGains({
    ...{ positions: holding.items, statement },
    hasChanged: (id) => changed.has(`position:${id}`),
  });
  const isWhole =
    known.isWhole && holding.isWhole && ![...changed].some((ref) => ref.startsWith('position:'));
  const expected = expectedOf({ ...found, claims: own.claims, gains: { sum: known.sum, isWhole } });
  const newest = await read(api, 'POST wallet/detail', { limit: '1' });
  const checkpoint = readCheckpoint(keptNote() ?? '');
  if (checkpoint === undefined) return undefined;
  const at = { text: own.statement, index: own.log_index, checkpoint, read: readLogFile };
  const logged = await isLogged(at);
  if (logged === undefined) return unloggedYet(app, own.as_of);
  writeStored('localStorage', SEEN_KEY, {
    customer: user.id,
    ...{ seq: newest.items[0]?.seq ?? 0, atMs: Date.now() },
  });
  const isOwed = Object.values(expected).some((amount) => amount > 0n);
  if (!logged) return { findings: [{ code: 'liability_unlogged', seq: null, params: {} }], isOwed };
  // Without a price, the gain is unknown.
  if (known.unpriced.length > 0) return { findings: [missingIn('USDT')], isOwed };
  const wrong = checkOwnLeaf({
    own: { ...own, statement: own.statement },
    ...{ customer: user.id, loggedRoot: hashOf(own.statement), expected },
  });
  return { findings: wrong.map(findingOf), isOwed };
}

/**
 * The conclusion if the kept log lacks a statement made at this time (in seconds): none while it may still appear, and afterwards
 * that the platform shows this customer a statement that nobody else sees. The time is compared with the witnesses' time.
 */
async function unloggedYet(app: AppState, asOf: number | null): Promise<Checked | undefined> {
  const witnessedMs = await keptWitnessedMs();
  if (witnessedMs === undefined || asOf === null) return undefined;
  const { wallTime } = await import('@candor/verifier/house-time.ts');
  const { steps } = await provenSteps(app, asOf * 1000);
  if (witnessedMs - wallTime(steps, asOf * 1000) < LOGGED_WITHIN_MS) return undefined;
  return { findings: [{ code: 'liability_unlogged', seq: null, params: {} }], isOwed: true };
}

/** The newest record that this device saw of a customer, from an earlier check. */
export function seenRecord(customer: string): SeenRecord | undefined {
  const stored = readStored('localStorage', SEEN_KEY) as
    | Partial<SeenRecord & { customer: string }>
    | null
    | undefined;
  const { seq, atMs } = stored ?? {};
  if (stored?.customer !== customer || !Number.isSafeInteger(seq) || !Number.isSafeInteger(atMs))
    return undefined;
  return { seq: Number(seq), atMs: Number(atMs) };
}

const missingIn = (currency: string): Finding => ({
  code: 'liability_missing',
  seq: null,
  params: { currency },
});

function findingOf({ kind, currency = '', sum = 0n, due = 0n }: OwnLeafFinding): Finding {
  if (kind === 'leaf_missing') return missingIn(currency);
  const params = { currency, found: formatAmount(sum), due: formatAmount(due) };
  return { code: 'liability_differs', seq: null, params };
}

/** The open positions of both kinds, the newest of each if there are many. */
async function readHolding(api: Client) {
  const input = { status: 'holding', limit: String(RECORDS_LIMIT) } as const;
  const lists = await Promise.all([
    read(api, 'POST lever/my_trade', input),
    read(api, 'POST lever/my_wh_trade', input),
  ]);
  return {
    items: lists.flatMap(({ items }) => items),
    isWhole: lists.every(({ next }) => next === null),
  };
}

/** The wallets, and the records after the statement; undefined if the wallets changed meanwhile or too much was recorded since. */
async function sinceStatement(api: Client, seq: number) {
  const wallets = await read(api, 'POST wallet/list', {});
  const records: CallOutput<'POST wallet/detail'>['items'][number][] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const input = { limit: String(RECORDS_LIMIT), ...(cursor === undefined ? {} : { cursor }) };
    // oxlint-disable-next-line no-await-in-loop
    const { items, next } = await read(api, 'POST wallet/detail', input);
    const since = items.filter((item) => item.seq > seq);
    records.push(...since);
    if (since.length < items.length || next === null) break;
    if (page === RECORD_PAGES_MAX) return undefined;
    cursor = next;
  }
  const later = await read(api, 'POST wallet/list', {});
  const amounts = (all: typeof wallets) => JSON.stringify(all.map(({ value_usdt: _, ...wallet }) => wallet));
  return amounts(wallets) === amounts(later) ? { wallets, records } : undefined;
}

async function read<Name extends CallName>(
  api: Client,
  name: Name,
  input: CallRequest<Name>,
): Promise<CallOutput<Name>> {
  const answer = await api(name, input, { quiet: true });
  if (answer.type !== 'ok') throw new RefusedError(answer);
  return answer.message;
}
