/** The sheet in which a trade is reviewed, sent, sent again when no answer came, and then shown as it was done. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ButtonKind } from '../../../ui/button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { Trade } from './use-trade.ts';

export type TradeSheetProps<Request> = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly trade: Trade<Request>;
  /** What would be sent now; undefined while something stands in the way. */
  readonly request: Request | undefined;
  readonly kind?: ButtonKind;
  readonly confirmLabel: string;
  /** Said above the review after the price has left what was accepted. */
  readonly movedText: string;
  readonly unansweredText: string;
  /** The review before, the receipt after. */
  readonly children: ReactNode;
};

export function TradeSheet<Request>(props: TradeSheetProps<Request>) {
  const { open, onClose, title, trade, kind = 'primary', confirmLabel, movedText, unansweredText } = props;
  const t = useTranslations('spot');
  const { state } = trade;
  const request = state.stage === 'unanswered' ? state.request : props.request;
  const send = async (): Promise<void> => {
    if (request === undefined) return;
    if ((await trade.send(request)) === 'refused') onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        state.stage === 'done' ? (
          <Button block kind="secondary" onClick={onClose}>
            {t('done')}
          </Button>
        ) : (
          <Button
            block
            busy={trade.busy}
            kind={kind}
            reason={request === undefined ? t('notNow') : undefined}
            onClick={() => void send()}
          >
            {state.stage === 'unanswered' ? t('sendAgain') : confirmLabel}
          </Button>
        )
      }
    >
      {state.stage === 'review' && state.priceMoved && (
        <p role="status" className="mb-3 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
          {movedText}
        </p>
      )}
      {state.stage === 'unanswered' ? <p className="text-base">{unansweredText}</p> : props.children}
    </Sheet>
  );
}
