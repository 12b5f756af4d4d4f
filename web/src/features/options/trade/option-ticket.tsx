/**
 * The options ticket: duration, stake, payout, required win rate, and the two buttons, which the keypad contains since it covers
 * them. Render it with the symbol as its key.
 */
import type { OptionSide } from '@candor/domain/trading/option.ts';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ClosedNotice } from '../../../live/closed-notice.tsx';
import { OfferWarnings } from '../../../live/product-offer.tsx';
import { CostFigures } from '../../../parts/cost-line.tsx';
import { TicketKeypadContext } from '../../../parts/ticket-keypad.ts';
import { UnansweredNotice } from '../../../parts/unanswered-notice.tsx';
import type { Quotation } from '../../../live/quotes.ts';
import { endTyping } from '../../../ui/end-typing.ts';
import { ConfirmOption } from './confirm-option.tsx';
import { DurationField } from './duration-field.tsx';
import { OneTapSwitch, useOneTap } from './one-tap.tsx';
import type { OptionProblem, OptionView } from './option-draft.ts';
import { refusedProblem, withAgain } from './option-draft.ts';
import { useProblemWords } from './option-words.ts';
import { PayoutFigures, usePayoutFigures } from './payout-figures.tsx';
import { RiskText } from './risk-text.tsx';
import { SideBar, SideButtons } from './side-bar.tsx';
import { EmptyAccount, StakeField } from './stake-field.tsx';
import type { Again } from './stake.ts';
import type { OptionOffer } from './use-option.ts';
import { useOption } from './use-option.ts';
import { usePurchase } from './use-purchase.ts';
import { StopNotice } from '../../../live/stop-notice.tsx';

/** A ticket to buy again, and the id of this request, which is handled only once. */
export type AskedAgain = Again & {
  readonly by: string;
  /** Whether the request comes from this screen, where the customer may have turned confirmations off. */
  readonly isFromHere: boolean;
};

export type OptionTicketProps = {
  readonly row: Quotation;
  readonly offer: OptionOffer;
  readonly asked: AskedAgain | undefined;
  /** Records a request as handled, even across a change of the instrument, and returns whether the request is new. */
  readonly answersNow: (by: string) => boolean;
  /** Shown above the fields, while the two buttons stay within reach. */
  readonly children: ReactNode;
};

/** The open sheet: the side, and the payout displayed when it opened. */
type Asking = { readonly side: OptionSide; readonly shown: Amount };

/** In a wide window, the chart and facts are on the left, and the ticket is on the right. */
const looks = {
  left: 'wide:col-start-1 wide:row-span-2 wide:row-start-1 wide:mx-0 wide:overflow-clip wide:rounded-card',
  right:
    'wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:block wide:overflow-clip wide:rounded-card wide:bg-surface wide:px-4',
} as const;

type Buying = { readonly confirms: boolean; readonly view: OptionView };

export function OptionTicket({ row, offer, asked, answersNow, children }: OptionTicketProps) {
  const t = useTranslations('option');
  const option = useOption(row, offer);
  const { view, change } = option;
  const oneTap = useOneTap();
  const [asking, setAsking] = useState<Asking>();
  const [open, setOpen] = useState(false);
  const [tapped, setTapped] = useState<OptionSide>();
  const [refused, setRefused] = useState<OptionProblem>();
  const purchase = usePurchase({
    symbol: row.symbol,
    seconds: view.seconds,
    onDone: () => setOpen(false),
    onRefused: (refusal) => setRefused(refusedProblem(refusal)),
  });
  const words = useProblemWords(row, view.problem, refused);
  const review = (side: OptionSide) => {
    setAsking({ side, shown: view.payoutRatio });
    setOpen(true);
  };
  const buy = async (side: OptionSide, { confirms, ...as }: Buying): Promise<void> => {
    setRefused(undefined);
    const request = as.view.request?.(side);
    if (request === undefined || purchase.busy) return;
    purchase.restart();
    if (confirms || purchase.state.stage === 'unanswered') {
      review(side);
      return;
    }
    endTyping();
    setTapped(side);
    // Opens the sheet if there is a new payout or an unanswered order to resolve.
    if ((await purchase.send(request)) === 'stay') review(side);
    setTapped(undefined);
  };
  useAskedAgain(asked, answersNow, (again) => {
    const fields = withAgain(again);
    change(fields);
    void buy(again.side, { confirms: !(again.isFromHere && oneTap), view: option.viewWith(fields) });
  });
  const edit: typeof change = (fields) => {
    setRefused(undefined);
    change(fields);
  };
  const buying = {
    reason: words.reason,
    busy: tapped,
    onBuy: (side: OptionSide) => void buy(side, { confirms: !oneTap, view }),
  };
  const figures = usePayoutFigures(view);
  const cost = <CostFigures figures={figures} />;
  return (
    <div className="bg-surface px-4 wide:contents">
      <div className={`-mx-4 ${looks.left}`}>{children}</div>
      {/* On a phone, this element has no box, so that the two buttons stay within reach while the customer scrolls. */}
      <div className={`contents ${looks.right}`}>
        <div className="space-y-3 pt-3 pb-2">
          <OfferWarnings product="options" />
          <UnansweredNotice
            sending={purchase}
            onOpen={() => review(asking?.side ?? 'up')}
            checkLabel={t('checkedOptions')}
          />
          {view.problem?.field === undefined && view.problem !== undefined && <ClosedNotice row={row} />}
          <StopNotice product="options" symbol={row.symbol} />
          <EmptyAccount option={option} />
          <DurationField
            durations={offer.durations}
            chosen={view.seconds}
            error={words.errorAt('seconds')}
            onChange={(seconds) => edit({ seconds })}
          />
          <TicketKeypadContext value={{ cost, action: <SideButtons {...buying} /> }}>
            <StakeField option={option} errorAt={words.errorAt} onChange={edit} />
          </TicketKeypadContext>
          <PayoutFigures figures={figures} />
          <RiskText terms={view} />
          {offer.payables !== undefined && <OneTapSwitch />}
        </div>
        <SideBar {...buying} view={view} notice={words.notice} />
      </div>
      <ConfirmOption
        open={open}
        onClose={() => setOpen(false)}
        symbol={row.symbol}
        side={asking?.side ?? 'up'}
        view={view}
        purchase={purchase}
        payoutMoved={asking !== undefined && asking.shown !== view.payoutRatio}
      />
    </div>
  );
}

function useAskedAgain(
  asked: AskedAgain | undefined,
  answersNow: OptionTicketProps['answersNow'],
  answer: (asked: AskedAgain) => void,
): void {
  const answerNow = useEffectEvent(answer);
  useEffect(() => {
    // When a screen is shown again, its effects run again. They must not replace later input.
    if (asked !== undefined && answersNow(asked.by)) answerNow(asked);
  }, [asked, answersNow]);
}
