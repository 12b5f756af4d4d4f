/** The reminder of an unanswered order, shown until an answer arrives or the customer dismisses it after checking the outcome. */
import { useTranslations } from 'use-intl';
import type { Sending } from '../lib/use-sending.ts';
import { Button } from '../ui/button.tsx';

export type UnansweredNoticeProps<Request> = {
  readonly sending: Sending<Request, unknown>;
  readonly onOpen: () => void;
  readonly checkLabel: string;
  readonly onChecked?: () => void;
};

export function UnansweredNotice<Request extends { readonly symbol: string }>({
  sending,
  onOpen,
  checkLabel,
  onChecked,
}: UnansweredNoticeProps<Request>) {
  const t = useTranslations('spot');
  if (sending.state.stage !== 'unanswered' || sending.busy) return null;
  return (
    <div role="status" className="rounded-card bg-warning-wash px-3 py-2 text-sm text-warning">
      <p>{t('unansweredNotice', { symbol: sending.state.request.symbol })}</p>
      <div className="-ml-3 flex flex-wrap">
        <Button kind="quiet" small onClick={onOpen}>
          {t('sendAgain')}
        </Button>
        <Button
          kind="quiet"
          small
          onClick={() => {
            sending.dismiss();
            onChecked?.();
          }}
        >
          {checkLabel}
        </Button>
      </div>
    </div>
  );
}
