/** The common part of all moves: the person who makes the move, and amounts that fit an instrument. */
import { ONE, amount } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';
import type { Chance } from '../chance/chance.ts';
import type { Person } from './person.ts';
import type { Stage } from './stage.ts';

export type At = {
  readonly stage: Stage;
  readonly person: Person;
  readonly chance: Chance;
  readonly step: number;
};
export type Move = (at: At) => Promise<void>;

const STEPS: Readonly<Record<string, { readonly step: Amount; readonly min: Amount }>> = {
  BTC: { step: amount('0.00001'), min: amount('0.0001') },
  ETH: { step: amount('0.0001'), min: amount('0.001') },
  SOL: { step: amount('0.001'), min: amount('0.01') },
};

export const keyOf = (step: number, part = ''): string => `step-${step}${part}`;

/** Returns a share of an amount, given in hundredths of a percent. */
export const shareOf = (whole: Amount, share: number): Amount =>
  (whole * BigInt(Math.floor(share * 10_000))) / 10_000n;
export const cents = (value: Amount): Amount => value - (value % (ONE / 100n));

export function inSteps(coin: string, quantity: Amount): Amount {
  const { step, min } = STEPS[coin] ?? { step: ONE, min: ONE };
  const whole = quantity - (quantity % step);
  return whole < min ? min : whole;
}
