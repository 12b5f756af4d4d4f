/**
 * Journals of a ticket. Both the stake and the maximum profit are set aside on acceptance, so that every possible outcome is
 * covered. A lost stake of experience credit returns to the house account that grants credit.
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

/** Returns the name of the counter for the platform's exposure on a symbol, in USDT. */
export function exposureCounter(symbol: string): string {
  return `option_exposure:${symbol}`;
}

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

/**
 * Returns the journals that release the escrow of a closed ticket. Profit on a stake of credit becomes credit by a second
 * journal.
 */
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
      throw new Error(`expected ticket ${row.id} to be closed, found it open`);
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

export function triggerKind(part: OptionPart): string {
  return `option_${part}`;
}

/** The version of both triggers. It is constant because a ticket arms each trigger only once, on acceptance. */
export const ARMED_VERSION = 1;

/**
 * Returns the trigger condition for the strike or the expiry of a ticket. The strike fires at the first entry that was made after
 * acceptance or that reports a gap. The expiry fires at the first entry made after the expiry time, which proves that the time
 * has passed.
 */
export function waitOf({ acceptedSeq, acceptedMs, expiresMs }: TicketRow, part: OptionPart) {
  const wait = { condition: 'clock_at_or_after', armedSeq: acceptedSeq } as const;
  return part === 'strike'
    ? ({ ...wait, level: 0n, sinceMs: acceptedMs } as const)
    : ({ ...wait, level: BigInt(expiresMs + 1) } as const);
}

/** Arms the triggers of an open ticket, or disarms those of a closed one. */
export function armings(row: TicketRow): Arming[] {
  return OPTION_PARTS.map((part) => {
    const wait = waitOf(row, part);
    const level = row.status === 'open' ? wait.level : null;
    const { id, symbol } = row;
    return { symbol, kind: triggerKind(part), row: id, version: ARMED_VERSION, ...wait, level };
  });
}
