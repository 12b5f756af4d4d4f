/** The sheet that summarises an order to open for confirmation, sends it, and shows the outcome. */
import type { ContractTicket } from '@candor/domain/trading/contract-ticket.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { isPostOnly } from '../../lib/order-terms.ts';
import { OrderHeadline } from '../../parts/order-headline.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { SendingSheet } from '../../parts/sending-sheet.tsx';
import { UnfilledFacts } from '../../parts/unfilled-facts.tsx';
import { useReasonText } from '../list/position-words.ts';
import { OpenedFacts } from './opened-facts.tsx';
import { useOpeningFigures } from './opening-preview.tsx';
import { isAtMarket, typedOpening } from './opening.ts';
import { useOpeningSentence } from './opening-sentence.tsx';
import { useQuantityUnit } from './quantity-field.tsx';
import type { Opening } from './use-opening.ts';
import { useOpenedNow } from './use-opened-now.ts';
import type { Submission } from './use-submission.ts';

export type ConfirmOpeningProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly opening: Opening;
  readonly submission: Submission;
};

type ReviewProps = { readonly opening: Opening; readonly ticket: ContractTicket };

/** Summarises the order, with the price at which the position would be liquidated. */
function ReviewSentences({ opening, ticket }: ReviewProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const format = useFormat();
  const { money, price } = useOpeningFigures(opening);
  const sentence = useOpeningSentence(opening);
  const unit = useQuantityUnit(opening);
  const { draft, facts, view } = opening;
  return (
    <div className="space-y-2 text-base">
      <OrderHeadline value={typedOpening(draft).quantity ?? 0n} unit={unit} />
      <p>{sentence}</p>
      {view.expiresMs !== undefined && (
        <p>{spot('sentence.until', { time: format.moment(view.expiresMs / 1000) })}</p>
      )}
      {isPostOnly(draft) && <p>{spot('sentence.waitsOnly')}</p>}
      {view.fillsAtOnce && (
        <p className="text-sm text-warning">
          {spot('fillsAtOnceNow', { price: price(openingPrice(draft.side, facts)) })}
        </p>
      )}
      <p>
        {ticket.closeOutPrice === null
          ? t('closeOutNever')
          : t(`closeOutAt.${draft.side}`, { price: price(ticket.closeOutPrice) })}
      </p>
      <p>{t('loseMost', { total: money(ticket.total) })}</p>
    </div>
  );
}

function ReviewFacts({ opening, ticket }: ReviewProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const format = useFormat();
  const { money, price, percent } = useOpeningFigures(opening);
  const { draft, facts, view } = opening;
  const { takeProfit, stop, trailing } = typedOpening(draft);
  return (
    <dl className="mt-3 border-t border-line pt-2">
      <FactRow name={t('notional')}>{money(ticket.notional)}</FactRow>
      <FactRow name={t('collateral')}>{t(`collaterals.${draft.collateral}`)}</FactRow>
      <FactRow name={t('margin')}>{money(ticket.margin)}</FactRow>
      <FactRow name={t('fee', { percent: percent(facts.terms.contractFeeRate) })}>
        {money(ticket.fee)}
      </FactRow>
      <FactRow name={t('total')} strong>
        {money(ticket.total)}
      </FactRow>
      {view.worstPrice !== undefined && <FactRow name={t('worst')}>{price(view.worstPrice)}</FactRow>}
      {takeProfit !== undefined && <FactRow name={t('takeProfit')}>{price(takeProfit)}</FactRow>}
      {stop !== undefined && <FactRow name={t('stopLoss')}>{price(stop)}</FactRow>}
      {ticket.lossAtStop !== null && <FactRow name={t('lossAtStop')}>{money(ticket.lossAtStop)}</FactRow>}
      {trailing !== undefined && <FactRow name={t('trailing')}>{price(trailing)}</FactRow>}
      {view.expiresMs !== undefined && (
        <FactRow name={spot('untilLabel')}>{format.moment(view.expiresMs / 1000)}</FactRow>
      )}
      {draft.ownName !== '' && <FactRow name={spot('ownName')}>{draft.ownName}</FactRow>}
    </dl>
  );
}

export function ConfirmOpening({ open, onClose, title, opening, submission }: ConfirmOpeningProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const { draft, view } = opening;
  const { state } = submission;
  const done = state.stage === 'done' ? state : undefined;
  const now = useOpenedNow(opening.product, submission, open);
  const reason = useReasonText({ status: now?.status ?? 'pending', reason: now?.reason ?? null });
  const titleOf = (sent: Submission['state']): string => {
    if (sent.stage === 'unanswered') return t(`open.${sent.request.side}`, { symbol: sent.request.symbol });
    if (sent.stage === 'review' || now === undefined) return title;
    if (now.status === 'cancelled') return spot('unfilledTitle');
    if (now.status !== 'pending') return t('openedTitle');
    return spot(isAtMarket(sent.request) ? 'waitingTitle' : 'restingTitle');
  };
  return (
    <SendingSheet
      open={open}
      onClose={onClose}
      title={titleOf(state)}
      sending={submission}
      request={view.request}
      kind={draft.side === 'long' ? 'up' : 'down'}
      confirmLabel={t(`confirm.${draft.side}`)}
      movedText={spot('priceMoved')}
      unansweredText={
        state.stage === 'unanswered' ? spot('unanswered', { symbol: state.request.symbol }) : ''
      }
    >
      {done === undefined && view.ticket !== undefined && (
        <>
          <ReviewSentences opening={opening} ticket={view.ticket} />
          <ReviewFacts opening={opening} ticket={view.ticket} />
        </>
      )}
      {done !== undefined &&
        (now?.status === 'cancelled' ? (
          <UnfilledFacts reason={reason} />
        ) : (
          <OpenedFacts opening={opening} request={done.request} result={now ?? done.result} ended={reason} />
        ))}
    </SendingSheet>
  );
}
