/**
 * A mystery shopper: an ordinary customer who trades small amounts, keeps every answer, and recomputes its own account from the
 * answers.
 */
import { isSignedBy } from '../crypto.ts';
import { asChange, followKeys } from '../keys/follow-keys.ts';
import type { FollowedKey, KeyChange, ShownChange } from '../keys/follow-keys.ts';
import { endedBy, isFinal, signedNow, withReceipt } from './repeated-acts.ts';
import type { OwnLiability } from '../liabilities/own-leaf.ts';
import type { Alarm } from '../watch/alarms.ts';
import { checkBalances, checkRecords, newestRecord } from './check-money.ts';
import { checkOwn } from './check-own.ts';
import { checkReceipts } from './check-receipts.ts';
import type { ReceiptLog } from './check-receipts.ts';
import { checkLeaf } from './check-leaf.ts';
import { lateStatements } from './late-statements.ts';
import type { OwnDeps } from './check-own.ts';
import { checkTrades } from './check-trades.ts';
import type { Listed } from './check-trades.ts';
import type { View } from './check-views.ts';
import { readMeans } from './means.ts';
import { tradeKey } from './notebook.ts';
import type { Notebook, PendingAct, Product } from './notebook.ts';
import { planAct } from './plan.ts';
import type { PlannedAct } from './plan.ts';
import { proveTrades } from './prove-trades.ts';
import type { Document, ProofDeps } from './prove-trades.ts';
import { ListReader } from './read-lists.ts';
import type { Page } from './read-lists.ts';
import { ShopError, messageOf } from './wire.ts';
import type { Answer, Call, MoneyRecord, OwnEntry, Signed, Wallet } from './wire.ts';

export type ShopperDeps = {
  readonly account: string;
  readonly call: Call;
  readonly symbol: string;
  readonly opposite: boolean;
  /** Reads a file of the log as this customer. */
  readonly file: (path: string) => Promise<Uint8Array>;
  readonly collect: ProofDeps['collect'];
  /** The public key with which the shopper signs orders, in lower-case hex. */
  readonly deviceKey: string;
  readonly newId: () => string;
  readonly nowMs: () => number;
  readonly lateMaxMs: number;
};

export type Looked = { readonly alarms: readonly Alarm[]; readonly documents: readonly Document[] };

const PAGE_ITEMS = 100;
const ACTS_MAX = 1000;
const TRANSFER = 'POST wallet/transfer';
const LISTS: Readonly<Record<Product, string>> = {
  spot: 'GET coin/list',
  option: 'GET microtrade/lists',
  position: 'POST lever/my_trade',
};
const PRODUCTS = Object.keys(LISTS) as readonly Product[];

export class Shopper {
  readonly #deps: ShopperDeps;
  readonly notebook: Notebook;
  readonly #lists: ReadonlyMap<Product, ListReader<Listed>>;
  readonly #records: ListReader<MoneyRecord>;

  constructor(deps: ShopperDeps, notebook: Notebook) {
    this.#deps = deps;
    this.notebook = notebook;
    const { call } = deps;
    this.#lists = new Map(
      PRODUCTS.map((product) => {
        const page = async (cursor: string | undefined) =>
          asPage<Listed>(await read(call, LISTS[product], paged(cursor)));
        return [product, new ListReader(page, ({ id }) => Number(id))];
      }),
    );
    this.#records = new ListReader(
      async (cursor) => asPage<MoneyRecord>(await read(call, 'POST wallet/detail', paged(cursor))),
      ({ seq }) => seq,
    );
  }

  get account(): string {
    return this.#deps.account;
  }

  /** Reads the whole account and compares it with the kept data. Each alarm is raised once. */
  async look(
    log: Omit<OwnDeps, 'nowMs' | 'lateMaxMs'> &
      ReceiptLog & {
        readonly liabilityRoot: (statement: number) => string | undefined;
        readonly keys: readonly KeyChange[];
      },
  ): Promise<Looked> {
    const { notebook } = this;
    const { call, nowMs, lateMaxMs, collect } = this.#deps;
    const found: Alarm[] = [];
    const readMs = nowMs();
    for (const [product, list] of this.#lists) {
      // One call after the other: a shopper is one customer among many.
      // oxlint-disable-next-line no-await-in-loop
      const { items, covers } = await list.read();
      found.push(...checkTrades(notebook, product, { items, covers: (id) => covers(Number(id)) }));
    }
    found.push(...(await this.#checkMoney()));
    if (notebook.customer === '') {
      const { id } = (await read(call, 'GET user/info')) as { readonly id: string };
      notebook.customer = id;
    }
    found.push(...checkOwn(notebook, await this.#ownEntries(), { ...log, nowMs: nowMs(), lateMaxMs }));
    found.push(...(await this.#checkLeaf(log, readMs)));
    const { publicKey, keys } = await this.#readKeys(log.keys);
    const proved = await proveTrades(notebook, { collect, publicKey, keys, nowMs: nowMs() });
    found.push(
      ...proved.alarms,
      ...checkReceipts(notebook, { ...log, keys, deviceKey: this.#deps.deviceKey }),
    );
    return { alarms: found.filter((one) => this.#isNew(one)), documents: proved.documents };
  }

  /** Performs the next action, or repeats the last one if it was not answered. */
  async act(): Promise<void> {
    const { notebook } = this;
    const { call, symbol, newId, opposite } = this.#deps;
    if (notebook.pending === undefined) {
      const planned = planAct(notebook, { ...(await readMeans(call, symbol)), opposite });
      notebook.turns += 1;
      if (planned === undefined) return;
      const seenSeq = await this.#headSeq();
      const signed = signedAs(planned, { seenSeq, deviceMs: this.#deps.nowMs() });
      notebook.pending = { ...planned, key: newId(), seenSeq, signed };
    }
    const pending = signedNow(notebook.pending, this.#deps.nowMs());
    notebook.pending = pending;
    this.#ask(pending);
    const sentMs = this.#deps.nowMs();
    const answer = await call(pending.name, pending.fields, pending.key, pending.signed);
    const outcome = answer.ok
      ? this.#keep(pending, await withReceipt(call, pending.key, answer))
      : answer.error;
    if (!answer.ok) this.#unask(pending, answer.error);
    notebook.pending = undefined;
    // A transfer only prepares the turn's action, so it does not use up the turn.
    if (answer.ok && pending.name === TRANSFER) notebook.turns -= 1;
    const nowMs = this.#deps.nowMs();
    notebook.acts.push({
      at: new Date(nowMs).toISOString(),
      name: pending.name,
      outcome,
      ms: nowMs - sentMs,
    });
    if (notebook.acts.length > ACTS_MAX) notebook.acts.shift();
  }

  /** The data that the platform publishes to this customer. */
  async view(entries: { readonly from_seq: number; readonly limit: number }): Promise<View> {
    const { account, call, file, symbol } = this.#deps;
    const published = {
      keys: await read(call, 'GET transparency/keys'),
      terms: await read(call, 'GET transparency/terms'),
      prices: await read(call, 'GET tape', { symbol, ...entries }),
    };
    return {
      reader: account,
      published,
      checkpoint: new TextDecoder().decode(await file('/log/checkpoint')),
    };
  }

  /** Recorded before the call: even if no answer arrives, the shopper may have ended the trade. */
  #ask(act: PendingAct): void {
    const key = endedBy(act);
    if (key !== undefined) this.notebook.asked[key] = true;
  }

  /** A request that was finally refused ended no trade, so a later end of the trade is not the shopper's. */
  #unask(act: PendingAct, error: string): void {
    const key = endedBy(act);
    if (key !== undefined && isFinal(error)) delete this.notebook.asked[key];
  }

  /** Stores the answer to an action as the first version of its trade. */
  #keep({ name, fields, seenSeq }: PendingAct, { message, receipt }: Accepted): string {
    const { trades, refs } = this.notebook;
    const answer = asObject(message);
    const id = String(answer['id']);
    const product = PRODUCT_OF[name];
    if (name === TRANSFER) refs[`transfer:${id}`] = true;
    if (product === undefined) return `done, ${id}`;
    const seen = { ...requested(fields), ...namedAsListed(product, answer) };
    trades[tradeKey(product, id)] = { product, id, seenSeq, seen, ...(receipt && { receipt }) };
    return `${String(answer['status'])}, ${id}`;
  }

  /** Balances are compared only if no new journal appeared while they were read. */
  async #checkMoney(): Promise<readonly Alarm[]> {
    const { call, nowMs } = this.#deps;
    const found: Alarm[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      // oxlint-disable no-await-in-loop -- each reading depends on the one before
      found.push(...checkRecords(this.notebook, await this.#records.read(), nowMs()));
      const wallets = (await read(call, 'POST wallet/list')) as readonly Wallet[];
      const [newest] = asPage<MoneyRecord>(await read(call, 'POST wallet/detail', { limit: 1 })).items;
      // oxlint-enable no-await-in-loop
      if ((newest?.seq ?? 0) > newestRecord(this.notebook)) continue;
      return [...found, ...checkBalances(this.notebook, wallets)];
    }
    return found;
  }

  /**
   * A platform without statements of liabilities refuses the call, and one that has not made a statement yet answers without
   * one; neither has one in its log.
   */
  async #checkLeaf(
    {
      liabilityRoot: rootOf,
      steps,
    }: Pick<ReceiptLog, 'steps'> & { readonly liabilityRoot: (statement: number) => string | undefined },
    readMs: number,
  ): Promise<readonly Alarm[]> {
    const { call, nowMs } = this.#deps;
    const answer = await call('GET transparency/liability');
    const own = answer.ok && asObject(answer.message)['statement'] !== null ? answer.message : undefined;
    const at = { rootOf, nowMs: nowMs() };
    const late = lateStatements(this.notebook, own as OwnLiability | undefined, at);
    if (own === undefined) return late;
    return [
      ...late,
      ...checkLeaf({ notebook: this.notebook, own: own as OwnLiability, rootOf, readMs, steps }),
    ];
  }

  async #ownEntries(): Promise<readonly OwnEntry[]> {
    const all: OwnEntry[] = [];
    let from: number | null = 0;
    while (from !== null) {
      // oxlint-disable-next-line no-await-in-loop -- each page names the next one
      const answer = asObject(
        await read(this.#deps.call, 'GET transparency/own', { from_index: String(from) }),
      );
      all.push(...(answer['entries'] as readonly OwnEntry[]));
      const next = answer['next_index'];
      from = typeof next === 'number' && next > from ? next : null;
    }
    return all;
  }

  /**
   * The key of the first look, and those that statements link to it; the watch compares the shown statements with the log.
   */
  async #readKeys(
    logged: readonly KeyChange[],
  ): Promise<{ readonly publicKey: string; readonly keys: readonly FollowedKey[] }> {
    const answer = asObject(await read(this.#deps.call, 'GET transparency/keys'));
    const { public_key: shown, changes = [] } = answer;
    if (typeof shown !== 'string' || !Array.isArray(changes))
      throw new ShopError('the platform publishes no key');
    const publicKey = (this.notebook.publicKey ??= shown);
    const all = [...logged, ...changes.map((one) => asChange(one as ShownChange))];
    return { publicKey, keys: followKeys(publicKey, all, { purpose: 'tape', verify: isSignedBy }) };
  }

  async #headSeq(): Promise<number> {
    const { call, symbol } = this.#deps;
    const entries = (await read(call, 'GET tape', { symbol, limit: 1 })) as readonly {
      readonly seq: number;
    }[];
    return entries.at(-1)?.seq ?? 0;
  }

  #isNew({ kind, detail }: Alarm): boolean {
    const { told } = this.notebook;
    const name = `${kind} ${detail}`;
    if (told[name] === true) return false;
    told[name] = true;
    return true;
  }
}

type Accepted = Extract<Answer, { readonly ok: true }>;

/** The calls that the shopper signs as orders, so that the platform has to give receipts for them. */
const SIGNED: ReadonlySet<string> = new Set([
  ...[
    'POST coin/trade',
    'POST order/cancel',
    'POST microtrade/submit',
    'POST lever/submit',
    'POST lever/close',
  ],
]);

function signedAs(
  { name, fields }: PlannedAct,
  at: Pick<Signed, 'seenSeq' | 'deviceMs'>,
): Signed | undefined {
  if (!SIGNED.has(name)) return undefined;
  const { symbol } = fields;
  return typeof symbol === 'string' ? { symbol, ...at } : { symbol: '-', ...at, seenSeq: 0 };
}

const PRODUCT_OF: Readonly<Record<string, Product>> = {
  'POST coin/trade': 'spot',
  'POST microtrade/submit': 'option',
  'POST lever/submit': 'position',
};

/** The fields of a request that are stored with its trade, formatted as in the lists. */
function requested(fields: PendingAct['fields']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'amount'));
}

/** An answer names some figures differently from the lists. */
function namedAsListed(
  product: Product,
  { price, tape_seq: seq, margin: _, liquidation_price: __, ...answer }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  // While a ticket is open, `strike_seq` is only a lower bound of the strike's number.
  if (product === 'option')
    return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'strike_seq'));
  return product === 'spot' || answer['status'] !== 'open'
    ? answer
    : { ...answer, entry_price: price ?? null, entry_seq: seq ?? null };
}

async function read(
  call: Call,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  return messageOf(name, await call(name, fields));
}

const paged = (cursor: string | undefined): Readonly<Record<string, unknown>> => ({
  limit: PAGE_ITEMS,
  ...(cursor === undefined ? {} : { cursor }),
});

/** A page, or a bare list whose next page begins after its last item. */
function asPage<Item>(answer: unknown): Page<Item> {
  if (Array.isArray(answer)) {
    const last = answer.at(-1) as { readonly id?: unknown } | undefined;
    return { items: answer as readonly Item[], next: answer.length < PAGE_ITEMS ? null : String(last?.id) };
  }
  const { items, next } = asObject(answer);
  if (!Array.isArray(items)) throw new ShopError('the platform’s list has no items');
  return { items: items as readonly Item[], next: typeof next === 'string' ? next : null };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw new ShopError('the platform’s answer is not an object');
}
