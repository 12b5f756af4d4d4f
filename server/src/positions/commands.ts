/** The commands on leveraged positions. Each specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../commands/command.ts';
import type { Pseudonym } from '../commands/fields.ts';
import { activeCreditNeed } from '../identity/experience-credit.ts';
import { gateNeed } from '../identity/gates.ts';
import { countingLimits, ownLimitsNeed, withinLimits } from '../identity/own-limits.ts';
import { decideAmend } from './amending.ts';
import type { Amendment } from './amending.ts';
import { decideCancel, decideCancelAll } from './cancelling.ts';
import type { CancelAllOrder, Cancellation } from './cancelling.ts';
import { countingCover, coverRow, coverTallies } from './cover.ts';
import { decidePaying, houseDebts } from './debts.ts';
import { decideClose, decideCloseAll, decideReducing } from './closing.ts';
import type { CloseAllOrder, CloseOrder, ReducingOrder } from './closing.ts';
import { accountsOf } from './effects.ts';
import { decideFiring, publishedAt } from './firing.ts';
import type { PositionFiring } from './firing.ts';
import { decideLevels } from './levels.ts';
import type { LevelsOrder } from './levels.ts';
import { decideOpening } from './opening.ts';
import type { OpeningOrder } from './opening.ts';
import { decideReducingAt, endingReductions } from './reducing.ts';
import type { ReducingAt } from './reducing.ts';
import { positions } from './tables.ts';
import type { TriggerPart } from './tables.ts';
import { positionExposure } from './exposure.ts';

const BALANCES = [
  ['contract', 'USDT'],
  ['contract_frozen', 'USDT'],
  ['promo', 'USDT'],
  ['promo_frozen', 'USDT'],
] as const;
const HOUSE_OPENING = [
  ['trading', 'USDT'],
  ['fees', 'USDT'],
  ['rounding', 'USDT'],
] as const;
const HOUSE_CLOSING = [
  ...HOUSE_OPENING,
  ['interest', 'USDT'],
  ['insurance', 'USDT'],
  ['equity', 'USDT'],
] as const;

const WAGERS = [positionExposure];
/** The customer's own name for an order is recorded as a pseudonym, because the customer typed it. */
const recordingName = {
  keep: <Asked extends { readonly clientOrderId?: string | undefined }>(asked: Asked, pseudonym: Pseudonym) =>
    asked.clientOrderId === undefined ? asked : { ...asked, clientOrderId: pseudonym(asked.clientOrderId) },
  read: <Kept>(kept: Kept) => kept,
};
/** Parts whose firing changes the row but moves no money. */
const CHARGES: readonly TriggerPart[] = ['change', 'financing', 'rate'];

export const openPosition = command({
  name: 'positions.open',
  gather: ({ collateral }: OpeningOrder) => {
    const { free, frozen } = accountsOf(collateral);
    return {
      balances: [
        [free, 'USDT'],
        [frozen, 'USDT'],
      ],
      house: HOUSE_OPENING,
      rows: [gateNeed, coverRow],
      tallies: coverTallies,
      open: [of(positions), collateral === 'promo' ? activeCreditNeed : ownLimitsNeed],
    };
  },
  decide: countingCover(withinLimits(decideOpening, { exposures: WAGERS, field: 'quantity' })),
  recording: recordingName,
});

export const closePositionAt = command({
  name: 'positions.close',
  gather: ({ id }: CloseOrder) => ({
    balances: BALANCES,
    house: HOUSE_CLOSING,
    rows: [{ table: of(positions), id }],
    open: [of(positions), ownLimitsNeed],
  }),
  decide: countingCover(countingLimits(endingReductions(decideClose), WAGERS)),
});

export const closePositions = command({
  name: 'positions.close_all',
  gather: (_: CloseAllOrder) => ({
    balances: BALANCES,
    house: HOUSE_CLOSING,
    open: [of(positions), ownLimitsNeed],
  }),
  decide: countingCover(countingLimits(endingReductions(decideCloseAll), WAGERS)),
});

export const reducePositions = command({
  name: 'positions.reduce',
  gather: (_: ReducingOrder) => ({
    balances: BALANCES,
    house: HOUSE_CLOSING,
    open: [of(positions), ownLimitsNeed],
  }),
  decide: countingCover(countingLimits(endingReductions(decideReducing), WAGERS)),
});

export const reducePositionAt = command({
  name: 'positions.reduce_at',
  gather: ({ id }: ReducingAt) => ({
    rows: [{ table: of(positions), id }],
    open: [of(positions)],
  }),
  decide: decideReducingAt,
  recording: recordingName,
});

export const setLevels = command({
  name: 'positions.set_levels',
  gather: ({ id, addMargin }: LevelsOrder) => ({
    balances: BALANCES,
    rows: [{ table: of(positions), id }, ...(addMargin === undefined ? [] : [gateNeed])],
    open: addMargin === undefined ? [] : [activeCreditNeed, ownLimitsNeed, of(positions)],
  }),
  decide: withinLimits(decideLevels, { exposures: WAGERS, field: 'add_margin' }),
});

export const amendOrder = command({
  name: 'positions.amend',
  gather: ({ id }: Amendment) => ({
    balances: BALANCES,
    rows: [...(id === undefined ? [] : [{ table: of(positions), id }]), gateNeed, coverRow],
    tallies: coverTallies,
    open: [of(positions), activeCreditNeed, ownLimitsNeed],
  }),
  decide: countingCover(withinLimits(decideAmend, { exposures: WAGERS, field: 'quantity' })),
  recording: recordingName,
});

export const cancelOrder = command({
  name: 'positions.cancel',
  gather: ({ id }: Cancellation) => ({
    balances: BALANCES,
    rows: id === undefined ? [] : [{ table: of(positions), id }],
    open: id === undefined ? [of(positions), ownLimitsNeed] : [ownLimitsNeed],
  }),
  decide: countingLimits(decideCancel, WAGERS),
  recording: recordingName,
});

export const cancelOrders = command({
  name: 'positions.cancel_all',
  gather: (_: CancelAllOrder) => ({ balances: BALANCES, open: [of(positions), ownLimitsNeed] }),
  decide: countingLimits(decideCancelAll, WAGERS),
});

export const firePosition = command({
  name: 'positions.fire',
  gather: ({ id, part, instruments, entry }: PositionFiring) => ({
    balances: BALANCES,
    house: HOUSE_CLOSING,
    rows: [{ table: of(positions), id }, ...(part === 'limit' ? [gateNeed, coverRow] : [])],
    tallies: part === 'limit' ? coverTallies : [],
    before: part === 'rate' ? publishedAt(entry, instruments) : [],
    open: CHARGES.includes(part)
      ? []
      : [ownLimitsNeed, of(positions), ...(part === 'limit' ? [activeCreditNeed] : [])],
  }),
  decide: countingCover(countingLimits(endingReductions(decideFiring), WAGERS)),
});

/** Pays the customer what the house accounts still owe from the customer's closings. */
export const payDebts = command({
  name: 'positions.pay_debts',
  gather: (_: Record<string, never>) => ({
    balances: [
      ['contract', 'USDT'],
      ['promo', 'USDT'],
    ],
    house: HOUSE_CLOSING,
    open: [of(houseDebts)],
  }),
  decide: decidePaying,
});
