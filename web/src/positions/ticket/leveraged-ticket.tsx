/**
 * The ticket for contracts, forex and metals: direction, type, price, leverage, quantity, levels, all costs and risks, and one
 * button that explains why it is disabled. Render it with the symbol as its key.
 */
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import { openingPrice } from '@candor/domain/trading/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { isPostOnly, termOf } from '../../lib/order-terms.ts';
import { LimitPriceField } from '../../live/limit-price-field.tsx';
import type { Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { Awaited } from '../../parts/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SubmitBar } from '../../parts/submit-bar.tsx';
import { UnansweredNotice } from '../../parts/unanswered-notice.tsx';
import { AdvancedOpening, OpeningName, StopField } from './advanced-opening.tsx';
import { CollateralField } from './collateral-field.tsx';
import { ConfirmOpening } from './confirm-opening.tsx';
import { DirectionAndType } from './direction-and-type.tsx';
import { GateNotice } from './gate-notice.tsx';
import { LevelFields } from './level-fields.tsx';
import { LeverageField } from './leverage-field.tsx';
import { OpeningPreview } from './opening-preview.tsx';
import type { OpeningProblem } from './opening-problems.ts';
import { refusedProblem, useButtonReason, useFieldSentence, useProblemSentence } from './opening-words.ts';
import { QuantityField } from './quantity-field.tsx';
import { RiskWarning } from './risk-warning.tsx';
import { useOffer } from './use-offer.ts';
import { useOpening } from './use-opening.ts';
import type { Opening, OpeningOptions } from './use-opening.ts';
import { useSubmission } from './use-submission.ts';
import { VisitorTicket } from './visitor-ticket.tsx';

/** The direction that a link requested, and the id of this opening of the screen, because the request applies only once. */
export type AskedDirection = { readonly side: PositionSide; readonly by: string };

export type LeveragedTicketProps = {
  readonly product: Product;
  readonly row: Quotation;
  readonly asked?: AskedDirection | undefined;
};

function useAskedDirection(asked: AskedDirection | undefined, change: Opening['change']): void {
  const { side, by } = asked ?? {};
  const answered = useRef<string>(undefined);
  useEffect(() => {
    // When a screen is shown again, its effects run again. They must not replace a direction that was chosen in the meantime.
    if (side === undefined || answered.current === by) return;
    answered.current = by;
    change({ side });
  }, [side, by, change]);
}

type FieldsProps = {
  readonly opening: Opening;
  readonly problems: readonly OpeningProblem[];
  readonly onChange: Opening['change'];
};

/** Whether any choice was made in the folded part. */
function isAdvanced(draft: Opening['draft']): boolean {
  return draft.type === 'stop' || termOf(draft) !== 'GTC' || isPostOnly(draft) || draft.ownName !== '';
}

function Fields({ opening, problems, onChange }: FieldsProps) {
  const { draft, facts, view, row } = opening;
  const priceError = useFieldSentence(problems, 'price');
  const [unfolded, setUnfolded] = useState(isAdvanced(draft));
  return (
    <>
      <DirectionAndType draft={draft} onChange={onChange} />
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
      <AdvancedOpening
        {...{ opening, problems, onChange }}
        open={unfolded}
        onToggle={() => setUnfolded(!unfolded)}
      />
      {draft.type === 'stop' && <StopField {...{ opening, priceError, onChange }} />}
      <LeverageField
        choices={facts.terms.leverages}
        leverage={view.leverage}
        onChange={(leverage) => onChange({ leverage })}
      />
      <QuantityField opening={opening} problems={problems} onChange={onChange} />
      <CollateralField opening={opening} onChange={onChange} />
      <LevelFields opening={opening} problems={problems} onChange={onChange} />
      {unfolded && <OpeningName {...{ opening, problems, onChange }} />}
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
  return (
    <div className="space-y-3">
      <UnansweredNotice
        sending={submission}
        onOpen={() => setConfirming(true)}
        checkLabel={t('checkedPositions')}
      />
      <GateNotice row={row} facts={facts} collateral={draft.collateral} />
      <Fields opening={opening} problems={problems} onChange={edit} />
      <OpeningPreview opening={opening} />
      <RiskWarning share={offer.loss_share} />
      <SubmitBar
        label={label}
        kind={draft.side === 'long' ? 'up' : 'down'}
        reason={useButtonReason(row, view.problems[0])}
        notice={view.problems.length === 0 ? notice : undefined}
        onSubmit={() => {
          setRefused(undefined);
          submission.restart();
          setConfirming(true);
        }}
      />
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
  const { offer, enabled, error, retry } = useOffer(product, row.symbol);
  const signedIn = useSignedIn();
  if (!signedIn && product === 'contract') return <VisitorTicket />;
  if (offer !== undefined) return <TicketBody {...{ product, row, offer, enabled, asked }} />;
  const query = { isError: error !== null, error, refetch: retry };
  return <Awaited query={query} skeleton={<LoadingFields />} />;
}
