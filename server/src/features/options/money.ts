/**
 * The journals of a ticket. Its stake and its maximum profit are both set aside on acceptance, so the money is there whichever
 * way it ends. A lost stake of experience credit returns to the account that grants credit.
 */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Arming } from '../../commands/command.ts';
import { keptProfit } from '../../identity/experience-credit.ts';
import { STAKE_CURRENCIES } from './tables.ts';
import type { TicketRow } from './tables.ts';

export const STAKE_BALANCES: readonly (readonly [CustomerAccount, string])[] = [
  ...STAKE_CURRENCIES.map((currency) => ['option', currency] as const),
  ['promo', 'USDT'],
];
export const STAKE_HOUSE: readonly (readonly [HouseAccount, string])[] = [
  ...STAKE_CURRENCIES.flatMap(
    (currency) =>
      [
        ['option_escrow', currency],
        ['trading', currency],
      ] as const,
  ),
  ['promotions', 'USDT'],
];

/** The name of the counter of the house's exposure on a symbol, in USDT. */
export function exposureCounter(symbol: string): string {
  return `option_exposure:${symbol}`;
}

/** The reference of a ticket in its journals. */
function ticketRef(id: bigint): string {
  return `option:${id}`;
}

function lines(row: TicketRow, amounts: readonly (readonly [CustomerAccount | HouseAccount, Amount])[]) {
  return amounts.map(([account, amount]) => ({ account, currency: row.currency, amount }));
}

export function stakeJournal(row: TicketRow): Journal {
  const { source, stake, profit } = row;
  return journal(
    'option_stake',
    ticketRef(row.id),
    lines(row, [
      [source, -stake],
      ['trading', -profit],
      ['option_escrow', stake + profit],
    ]),
  );
}

/** The journals that release an ended ticket's escrow. Profit on a stake of credit is credit, booked by a journal of its own. */
export function endJournals(row: TicketRow): Journal[] {
  const kept =
    row.status === 'won' && row.source === 'promo' ? keptProfit(ticketRef(row.id), 'option', row.profit) : [];
  return [endJournal(row), ...kept];
}

function endJournal(row: TicketRow): Journal {
  const { source, stake, profit, status } = row;
  const escrow = ['option_escrow', -(stake + profit)] as const;
  const ref = ticketRef(row.id);
  switch (status) {
    case 'open':
      throw new Error(`ticket ${row.id} has not ended`);
    case 'won':
      return source === 'option'
        ? journal('option_win', ref, lines(row, [escrow, ['option', stake + profit]]))
        : journal('option_win', ref, lines(row, [escrow, ['promo', stake], ['option', profit]]));
    case 'lost':
      return source === 'option'
        ? journal('option_loss', ref, lines(row, [escrow, ['trading', stake + profit]]))
        : journal('option_loss', ref, lines(row, [escrow, ['promotions', stake], ['trading', profit]]));
    case 'tied':
    case 'void':
      return journal('option_return', ref, lines(row, [escrow, [source, stake], ['trading', profit]]));
  }
}

export const OPTION_PARTS = ['strike', 'expiry'] as const;
export type OptionPart = (typeof OPTION_PARTS)[number];

/** The engine's name for a ticket's trigger. */
export function triggerKind(part: OptionPart): string {
  return `option_${part}`;
}

/** A ticket arms its two triggers on acceptance and never changes them. */
export const ARMED_VERSION = 1;

/**
 * The trigger of a part of a ticket. The strike fires at the first entry after the accepted one that was made since, or that
 * reports a gap; the expiry fires at the first entry after it, which proves that it has passed.
 */
export function waitOf({ acceptedSeq, acceptedMs, expiresMs }: TicketRow, part: OptionPart) {
  const wait = { condition: 'clock_at_or_after', armedSeq: acceptedSeq } as const;
  return part === 'strike'
    ? ({ ...wait, level: 0n, sinceMs: acceptedMs } as const)
    : ({ ...wait, level: BigInt(expiresMs + 1) } as const);
}

/** Arms or disarms a ticket's triggers in the engine. */
export function armings(row: TicketRow): Arming[] {
  return OPTION_PARTS.map((part) => {
    const wait = waitOf(row, part);
    const level = row.status === 'open' ? wait.level : null;
    const { id, symbol } = row;
    return { symbol, kind: triggerKind(part), row: id, version: ARMED_VERSION, ...wait, level };
  });
}
