/**
 * The ticket for contracts, forex and metals: one switch for the direction, menus for type and leverage, the quantity in the centre,
 * its cost in one line, the risk, and one button that explains why it is disabled. The keypad contains cost and button, since it
 * covers them. Render it with the symbol as its key.
 */
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AskedOrder } from '../../lib/asked-order.ts';
import { isPostOnly, termOf } from '../../lib/order-terms.ts';
import { LimitPriceField } from '../../live/limit-price-field.tsx';
import type { Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { CostFigures } from '../../parts/cost-line.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SubmitBar, SubmitButton } from '../../parts/submit-bar.tsx';
import { TicketKeypadContext } from '../../parts/ticket-keypad.ts';
import { UnansweredNotice } from '../../parts/unanswered-notice.tsx';
import { AdvancedOpening, hasFoldedProblem, levelsSet, StopField } from './advanced-opening.tsx';
import { CollateralLine, CollateralMenu } from './collateral-line.tsx';
import { ConfirmOpening } from './confirm-opening.tsx';
import { DirectionSwitch, OpeningTypeMenu } from './direction-and-type.tsx';
import { GateNotice } from './gate-notice.tsx';
import { LeverageMenu } from './leverage-menu.tsx';
import { OpeningPreview, useOpeningCost } from './opening-preview.tsx';
import type { OpeningPreviewProps } from './opening-preview.tsx';
import type { OpeningProblem } from './opening-problems.ts';
import { OpeningSentence } from './opening-sentence.tsx';
import { refusedProblem, useButtonReason, useFieldSentence, useProblemSentence } from './opening-words.ts';
import { QuantityField } from './quantity-field.tsx';
import { RiskWarning } from './risk-warning.tsx';
import { useOffer } from './use-offer.ts';
import { useOpening } from './use-opening.ts';
import type { Opening, OpeningOptions } from './use-opening.ts';
import { useSubmission } from './use-submission.ts';
import { StopNotice } from '../../live/stop-notice.tsx';

/**
 * The direction that a link requested, perhaps with an order at a price, and the id of this opening of the screen, because the
 * request applies only once.
 */
export type AskedDirection = {
  readonly side: PositionSide;
  readonly by: string;
  readonly order: AskedOrder | undefined;
};

export type LeveragedTicketProps = {
  readonly product: Product;
  readonly row: Quotation;
  readonly asked?: AskedDirection | undefined;
};

function useAskedDirection(asked: AskedDirection | undefined, change: Opening['change']): void {
  const { side, by, order } = asked ?? {};
  const answered = useRef<string>(undefined);
  useEffect(() => {
    // When a screen is shown again, its effects run again. They must not replace a direction that was chosen in the meantime.
    if (side === undefined || answered.current === by) return;
    answered.current = by;
    change({ side, ...order });
  }, [side, by, order, change]);
}

type FieldsProps = Pick<OpeningPreviewProps, 'opening' | 'figures'> & {
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

/** Whether any choice was made in the folded part. */
function isAdvanced(draft: Opening['draft']): boolean {
  return levelsSet(draft) > 0 || termOf(draft) !== 'GTC' || isPostOnly(draft) || draft.ownName !== '';
}

function Fields({ opening, figures, problems, onChange }: FieldsProps) {
  const { draft, facts, view, row } = opening;
  const priceError = useFieldSentence(problems, 'price');
  const [unfolded, setUnfolded] = useState(isAdvanced(draft));
  return (
    <>
      <DirectionSwitch draft={draft} onChange={onChange} />
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <OpeningTypeMenu draft={draft} onChange={onChange} />
        <LeverageMenu
          choices={facts.terms.leverages}
          leverage={view.leverage}
          onChange={(leverage) => onChange({ leverage })}
        />
        <CollateralMenu opening={opening} onChange={onChange} />
      </div>
      {draft.type === 'limit' && (
        <LimitPriceField
          unit={row.quote}
          value={draft.price}
          onChange={(price) => onChange({ price })}
          quote={facts}
          now={openingPrice(draft.side, facts)}
          tickSize={facts.terms.tickSize}
          step={facts.terms.pipSize}
          error={priceError}
          fillsAtOnce={view.fillsAtOnce && !draft.postOnly}
        />
      )}
      {draft.type === 'stop' && <StopField {...{ opening, priceError, onChange }} />}
      <div>
        <QuantityField opening={opening} problems={problems} onChange={onChange} />
        <CollateralLine opening={opening} />
      </div>
      <OpeningPreview opening={opening} figures={figures} />
      <AdvancedOpening
        {...{ opening, problems, onChange }}
        open={unfolded || hasFoldedProblem(problems)}
        onToggle={() => setUnfolded(!unfolded)}
      />
    </>
  );
}

function TicketBody({ asked, ...options }: OpeningOptions & { asked: AskedDirection | undefined }) {
  const t = useTranslations('opening');
  const opening = useOpening(options);
  const { draft, facts, view, row, offer, product, change } = opening;
  useAskedDirection(asked, change);
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<OpeningProblem>();
  const submission = useSubmission({
    product,
    onRefused: (refusal) => setRefused(refusedProblem(refusal)),
    onDone: opening.clearOrdered,
  });
  const edit: typeof change = (fields) => {
    setRefused(undefined);
    change(fields);
  };
  const problems = refused === undefined ? view.problems : [...view.problems, refused];
  const notice = useProblemSentence(refused?.field === undefined ? refused : undefined);
  const label = t(`open.${draft.side}`, { symbol: row.symbol });
  const submitting = {
    label,
    kind: draft.side === 'long' ? ('up' as const) : ('down' as const),
    reason: useButtonReason(row, view.problems[0]),
    onSubmit: () => {
      setRefused(undefined);
      submission.restart();
      setConfirming(true);
    },
  };
  const figures = useOpeningCost(opening);
  const cost = <CostFigures figures={figures} />;
  return (
    <div className="space-y-3">
      <UnansweredNotice
        sending={submission}
        onOpen={() => setConfirming(true)}
        checkLabel={t('checkedPositions')}
      />
      <StopNotice product={product === 'forex' ? 'forex' : 'contracts'} symbol={row.symbol} />
      <GateNotice row={row} facts={facts} collateral={draft.collateral} isSized={view.ticket !== undefined} />
      <TicketKeypadContext value={{ cost, action: <SubmitButton {...submitting} /> }}>
        <Fields opening={opening} figures={figures} problems={problems} onChange={edit} />
      </TicketKeypadContext>
      <OpeningSentence opening={opening} />
      <RiskWarning share={offer.loss_share} />
      <SubmitBar {...submitting} notice={view.problems.length === 0 ? notice : undefined} />
      <ConfirmOpening
        open={confirming}
        onClose={() => setConfirming(false)}
        title={label}
        opening={opening}
        submission={submission}
      />
    </div>
  );
}

function LoadingFields() {
  return (
    <div className="space-y-3 py-1">
      <Skeleton className="h-12 rounded-input" />
      <Skeleton className="h-12 rounded-input" />
      <Skeleton className="h-12 rounded-input" />
      <Skeleton className="h-24 rounded-input" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  );
}

export function LeveragedTicket({ product, row, asked }: LeveragedTicketProps) {
  const { offer, enabled, error, retry } = useOffer(row.symbol);
  if (offer !== undefined) return <TicketBody {...{ product, row, offer, enabled, asked }} />;
  const query = { isError: error !== null, error, refetch: retry };
  return <Awaited query={query} skeleton={<LoadingFields />} />;
}
