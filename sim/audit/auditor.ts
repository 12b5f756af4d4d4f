/**
 * The auditor. From the tape, the requests that people sent and the answers that they got, it predicts what each person must own.
 * It reads the platform's state through the same calls as the app, and compares the two.
 */
import { amount, formatAmount } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';
import type { Chronicle, Deed } from '../crowd/chronicle.ts';
import type { Person, Wallet } from '../crowd/person.ts';
import { wrongWithTicket } from './option-model.ts';
import type { Ticket } from './option-model.ts';
import { changesOf, wrongWith } from './spot-model.ts';
import type { Order } from './spot-model.ts';
import { wrongInTapes } from './proofs.ts';
import type { Tapes } from './tape.ts';

type Money = {
  readonly id: string;
  readonly amount: string;
  readonly status: 'under_review' | 'waiting' | 'success' | 'failed';
  readonly credited?: { readonly amount: string } | null;
};

export type Opening = ReadonlyMap<string, ReadonlyMap<string, Amount>>;

/** The holdings of each person before the day, by account and currency. */
export async function openingOf(people: Iterable<Person>): Promise<Opening> {
  const opening = new Map<string, Map<string, Amount>>();
  for (const person of people) opening.set(person.who, ownedIn(await person.wallets()));
  return opening;
}

/** The available and the frozen amounts, by account and currency. */
function ownedIn(wallets: readonly Wallet[]): Map<string, Amount> {
  const owned = new Map<string, Amount>();
  for (const wallet of wallets) {
    for (const account of ['spot', 'contract', 'option'] as const) {
      owned.set(`${account} ${wallet.currency}`, amount(wallet[account].available));
      owned.set(`frozen ${account} ${wallet.currency}`, amount(wallet[account].frozen));
    }
  }
  return owned;
}

export type Audited = { readonly faults: string[]; readonly checked: number };

/** Checks what people own. The tapes were read before, while the simulated time did not advance. */
export async function audit(parts: {
  readonly tapes: Tapes;
  readonly chronicle: Chronicle;
  readonly people: readonly Person[];
  readonly opening: Opening;
  readonly nowMs: number;
}): Promise<Audited> {
  const { tapes, chronicle, people, opening, nowMs } = parts;
  const [anybody] = people;
  const faults = anybody === undefined ? [] : await wrongInTapes(anybody, tapes);
  let checked = 0;
  for (const person of people) {
    const claims = await claimsOf(person);
    checked +=
      claims.orders.length + claims.tickets.length + claims.deposits.length + claims.withdrawals.length;
    faults.push(
      ...compared(person, chronicle, claims),
      ...ordersOf(person, chronicle, claims.orders, tapes),
      ...claims.tickets.flatMap((ticket) => wrongWithTicket(person.who, ticket, { tapes, nowMs })),
      ...balances(person, chronicle, claims, opening.get(person.who) ?? new Map()),
    );
  }
  return { faults, checked };
}

type Claims = {
  readonly orders: readonly Order[];
  readonly tickets: readonly Ticket[];
  readonly deposits: readonly Money[];
  readonly withdrawals: readonly Money[];
  readonly wallets: readonly Wallet[];
};

async function claimsOf(person: Person): Promise<Claims> {
  return {
    orders: await pages<Order>(person, 'GET coin/list'),
    tickets: (await person.reads('GET microtrade/lists', { limit: 100 })) as readonly Ticket[],
    deposits: await pages<Money>(person, 'GET chargelist/log'),
    withdrawals: await pages<Money>(person, 'GET cashlist/log'),
    wallets: await person.wallets(),
  };
}

async function pages<Item>(person: Person, name: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | null | undefined;
  do {
    const page = (await person.reads(name, { limit: 100, ...(cursor !== undefined && { cursor }) })) as {
      items: Item[];
      next: string | null;
    };
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

const idOf = (deed: Deed): string => (deed.message as { readonly id: string }).id;

/**
 * Checks that each acknowledged command was executed once, and that no command was executed without an
 * acknowledgement.
 */
function compared({ who }: Person, chronicle: Chronicle, claims: Claims): string[] {
  const lists: readonly (readonly [string, string, readonly { readonly id: string }[]])[] = [
    ['orders', 'POST coin/trade', claims.orders],
    ['tickets', 'POST microtrade/submit', claims.tickets],
    ['deposits', 'POST wallet/charge_req', claims.deposits],
    ['withdrawals', 'POST wallet/out', claims.withdrawals],
  ];
  return lists.flatMap(([what, name, rows]) => {
    const told = new Set(chronicle.accepted(who, name).map(idOf));
    const there = new Set(rows.map(({ id }) => id));
    const lost = [...told].filter((id) => !there.has(id));
    const untold = [...there].filter((id) => !told.has(id));
    return [
      ...(lost.length > 0 ? [`${who}'s acknowledged ${what} ${lost.join(', ')} are lost`] : []),
      ...(untold.length > 0 ? [`${who} has ${what} ${untold.join(', ')} that were never acknowledged`] : []),
    ];
  });
}

function ordersOf({ who }: Person, chronicle: Chronicle, orders: readonly Order[], tapes: Tapes): string[] {
  const deeds = new Map(chronicle.accepted(who, 'POST coin/trade').map((deed) => [idOf(deed), deed]));
  return orders.flatMap((order) => {
    const deed = deeds.get(order.id);
    return deed === undefined ? [] : wrongWith(order, deed, tapes);
  });
}

/** Predicts each balance, and compares it with what the platform says. */
function balances(
  person: Person,
  chronicle: Chronicle,
  claims: Claims,
  opening: ReadonlyMap<string, Amount>,
): string[] {
  const { who } = person;
  const predicted = new Map(opening);
  const add = (name: string, value: Amount) => predicted.set(name, (predicted.get(name) ?? 0n) + value);
  const seen = new Set<string | undefined>();
  for (const { fields, key } of chronicle.accepted(who, 'POST wallet/transfer')) {
    if (seen.has(key)) continue;
    seen.add(key);
    const {
      from,
      to,
      currency,
      amount: moved,
    } = fields as Record<'from' | 'to' | 'currency' | 'amount', string>;
    add(`${from} ${currency}`, -amount(moved));
    add(`${to} ${currency}`, amount(moved));
  }
  for (const order of claims.orders) {
    const { coins, usdt } = changesOf(order);
    add(`spot ${order.symbol.split('/')[0]}`, coins);
    add('spot USDT', usdt);
  }
  for (const ticket of claims.tickets) {
    if (ticket.pnl !== null) add('option USDT', amount(ticket.pnl));
    else {
      add('option USDT', -amount(ticket.stake));
      add('frozen option USDT', amount(ticket.stake));
    }
  }
  for (const deposit of claims.deposits)
    if (deposit.status === 'success') add('spot USDT', amount(deposit.amount));
  for (const withdrawal of claims.withdrawals) {
    if (withdrawal.status === 'failed') continue;
    add('spot USDT', -amount(withdrawal.amount));
    if (withdrawal.status !== 'success') add('frozen spot USDT', amount(withdrawal.amount));
  }
  return [...different(person, predicted, claims), ...approvals(person, chronicle, claims)];
}

function different(
  { who }: Person,
  predicted: ReadonlyMap<string, Amount>,
  { orders, wallets }: Claims,
): string[] {
  const owned = ownedIn(wallets);
  const isResting = orders.some(({ status }) => status === 'open');
  const names = new Set([...predicted.keys(), ...owned.keys()]);
  return [...names].flatMap((name) => {
    // The server computes positions; the auditor has no model of them yet.
    if (name.includes('contract') && who === 'wei') return [];
    if (name.startsWith('frozen spot') && isResting) return [];
    const [said, right] = [owned.get(name) ?? 0n, predicted.get(name) ?? 0n];
    const held =
      isResting && name.startsWith('spot')
        ? (owned.get(`frozen ${name}`) ?? 0n) - (predicted.get(`frozen ${name}`) ?? 0n)
        : 0n;
    return said + held === right
      ? []
      : [`${who}'s ${name} is ${formatAmount(said)} instead of ${formatAmount(right - held)}`];
  });
}

/** From this daily sum on, a deposit needs dual approval. */
const TWO_FROM = amount('10000');

/**
 * Checks that a deposit was credited, and a withdrawal paid, only if operators decided so, and with the
 * decided amount.
 */
function approvals({ who }: Person, chronicle: Chronicle, { deposits, withdrawals }: Claims): string[] {
  const deciders = (name: string, id: string, how: string): number =>
    new Set(
      chronicle.deeds
        .filter((deed) => deed.name === name && deed.heard === 'ok' && deed.fields['id'] === id)
        .filter((deed) => Object.values(deed.fields).includes(how))
        .map((deed) => deed.who),
    ).size;
  const asked = deposits.reduce((sum, one) => sum + amount(one.amount), 0n);
  return [
    ...deposits.flatMap((deposit) => {
      const approved = deciders('POST deposit_decide', deposit.id, 'approve');
      const isCredited = deposit.status === 'success';
      if (isCredited && approved === 0)
        return [`${who}'s deposit ${deposit.id} was credited without approval`];
      // Which of the deposits count as large depends on their order, so the auditor accepts one approval fewer for each of
      // them.
      const mayWait = approved === 1 && asked >= TWO_FROM;
      if (!isCredited && approved > 0 && !mayWait)
        return [`${who}'s approved deposit ${deposit.id} is ${deposit.status}`];
      const credited = deposit.credited?.amount;
      return isCredited && credited !== deposit.amount
        ? [`${who}'s deposit of ${deposit.amount} was credited as ${credited}`]
        : [];
    }),
    ...withdrawals.flatMap((one) => {
      const isPaid = deciders('POST withdrawal_settle', one.id, 'paid') > 0;
      return (one.status === 'success') === isPaid
        ? []
        : [`${who}'s withdrawal ${one.id} is ${one.status}, and paid is ${isPaid}`];
    }),
  ];
}
