/** Reminds of an order to open whose answer never came, until it has one or the customer has checked for themselves. */
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import type { Submission } from './use-submission.ts';

export type UnansweredOpeningProps = {
  readonly submission: Submission;
  readonly onOpen: () => void;
};

export function UnansweredOpening({ submission, onOpen }: UnansweredOpeningProps) {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  if (submission.state.stage !== 'unanswered' || submission.busy) return null;
  return (
    <div role="status" className="rounded-card bg-warning-wash px-3 py-2 text-sm text-warning">
      <p>{spot('unansweredNotice', { symbol: submission.state.request.symbol })}</p>
      <div className="-ml-3 flex flex-wrap">
        <Button kind="quiet" small onClick={onOpen}>
          {spot('sendAgain')}
        </Button>
        <Button kind="quiet" small onClick={submission.dismiss}>
          {t('checkedPositions')}
        </Button>
      </div>
    </div>
  );
}
