/** The withdrawal commands. Each specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { gateNeed } from '../../identity/gates.ts';
import { capNeed } from '../../operators/caps.ts';
import { dutyNeed } from '../../operators/duties.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { LATELY_ID } from '../../payments/lately.ts';
import { booksNeed } from '../../payments/books-pause.ts';
import { payouts } from './payout/rows.ts';
import { withdrawalAddresses } from '../../payments/withdrawal-addresses.ts';
import { failings } from './failing.ts';
import { decideCancel, decideRequest } from './requesting.ts';
import type { Request, RequestTerms } from './requesting.ts';
import { reviewRecording, settlementRecording } from './recording.ts';
import { decideReview } from './reviewing.ts';
import type { Review } from './reviewing.ts';
import { decideSettlement } from './settling.ts';
import type { Settlement } from './settling.ts';
import { lately, withdrawals } from './tables.ts';

/** A request, and the jurisdiction policy under which it is decided. */
type Asked = Request & Pick<RequestTerms, 'jurisdictions'>;

export function requestWithdrawal(terms: RequestTerms['terms']) {
  return command({
    name: 'withdrawals.request',
    gather: ({ currency, addressId }: Asked) => ({
      balances: [
        ['spot', currency],
        ['spot_frozen', currency],
      ],
      rows: [
        gateNeed,
        { table: of(withdrawalAddresses), id: addressId },
        { table: of(lately), id: LATELY_ID },
      ],
      open: [of(withdrawals)],
      openCounts: [of(withdrawalAddresses)],
    }),
    decide: ({ jurisdictions, ...request }: Asked, facts: Facts) =>
      decideRequest(request, facts, { terms, jurisdictions }),
  });
}

/** A withdrawal with its currency, which determines the balances to load. */
type OfRow = { readonly id: bigint; readonly currency: string };

const rowAndMoney = ({ id, currency }: OfRow) =>
  ({
    balances: [
      ['spot', currency],
      ['spot_frozen', currency],
    ],
    rows: [{ table: of(withdrawals), id }],
  }) as const;

export const cancelWithdrawal = command({
  name: 'withdrawals.cancel',
  gather: rowAndMoney,
  decide: (cancelled: OfRow, facts: Facts) => decideCancel(cancelled, facts),
});

export const reviewWithdrawal = command({
  name: 'withdrawals.review',
  gather: (review: Review & OfRow) => {
    const needs = rowAndMoney(review);
    return { ...needs, rows: [...needs.rows, gateNeed, tieNeed, dutyNeed, capNeed, booksNeed] };
  },
  decide: (review: Review & OfRow, facts: Facts) => decideReview(review, facts),
  recording: reviewRecording,
});

export const settleWithdrawal = command({
  name: 'withdrawals.settle',
  gather: (settlement: Settlement) => {
    const needs = rowAndMoney(settlement);
    return {
      ...needs,
      rows: [
        ...needs.rows,
        tieNeed,
        dutyNeed,
        capNeed,
        booksNeed,
        { table: of(payouts), id: settlement.id },
        { table: of(failings), id: settlement.id },
      ],
      house: [
        ['custody', settlement.currency],
        ['fees', settlement.currency],
      ],
    };
  },
  decide: (settlement: Settlement, facts: Facts) => decideSettlement(settlement, facts),
  recording: settlementRecording,
});
