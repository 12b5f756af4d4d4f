/** The commands of leveraged positions: which facts each needs, and the rule that decides. */
import { command, of } from '../commands/command.ts';
import { BANK_CARD_ID, bankCards } from '../identity/bank-card.ts';
import { activeCreditNeed } from '../identity/experience-credit.ts';
import { LEVER_PERMISSION_ID, leverPermissions } from '../identity/lever-permission.ts';
import { decideCancel, decideCancelAll, decideClose, decideCloseAll } from './closing.ts';
import type { CancelAllOrder, Cancellation, CloseAllOrder, CloseOrder } from './closing.ts';
import { accountsOf } from './effects.ts';
import { decideFiring } from './firing.ts';
import type { PositionFiring } from './firing.ts';
import { decideLevels } from './levels.ts';
import type { LevelsOrder } from './levels.ts';
import { decideOpening } from './opening.ts';
import type { OpeningOrder } from './opening.ts';
import { positions } from './tables.ts';

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

export const openPosition = command({
  name: 'positions.open',
  gather: ({ collateral, product }: OpeningOrder) => {
    const { free, frozen } = accountsOf(collateral);
    return {
      balances: [
        [free, 'USDT'],
        [frozen, 'USDT'],
      ],
      house: HOUSE_OPENING,
      rows: [
        { table: of(leverPermissions), id: LEVER_PERMISSION_ID },
        ...(product === 'forex' ? [{ table: of(bankCards), id: BANK_CARD_ID }] : []),
      ],
      open: collateral === 'promo' ? [activeCreditNeed] : [],
      openCounts: [of(positions)],
    };
  },
  decide: decideOpening,
});

export const closePositionAt = command({
  name: 'positions.close',
  gather: ({ id }: CloseOrder) => ({
    balances: BALANCES,
    house: HOUSE_CLOSING,
    rows: [{ table: of(positions), id }],
  }),
  decide: decideClose,
});

export const closePositions = command({
  name: 'positions.close_all',
  gather: (_: CloseAllOrder) => ({ balances: BALANCES, house: HOUSE_CLOSING, open: [of(positions)] }),
  decide: decideCloseAll,
});

export const setLevels = command({
  name: 'positions.set_levels',
  gather: ({ id, addMargin }: LevelsOrder) => ({
    balances: BALANCES,
    rows: [{ table: of(positions), id }],
    open: addMargin === undefined ? [] : [activeCreditNeed],
  }),
  decide: decideLevels,
});

export const cancelOrder = command({
  name: 'positions.cancel',
  gather: ({ id }: Cancellation) => ({ balances: BALANCES, rows: [{ table: of(positions), id }] }),
  decide: decideCancel,
});

export const cancelOrders = command({
  name: 'positions.cancel_all',
  gather: (_: CancelAllOrder) => ({ balances: BALANCES, open: [of(positions)] }),
  decide: decideCancelAll,
});

export const firePosition = command({
  name: 'positions.fire',
  gather: ({ id }: PositionFiring) => ({
    balances: BALANCES,
    house: HOUSE_CLOSING,
    rows: [{ table: of(positions), id }],
  }),
  decide: decideFiring,
});
