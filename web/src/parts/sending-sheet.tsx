/** The sheet of a command: the review, the sending, the retry if no answer arrived, and the result. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Sending } from '../lib/use-sending.ts';
import type { ButtonKind } from '../ui/button.tsx';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

export type SendingSheetProps<Request> = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly sending: Sending<Request, unknown>;
  /** The request to send; undefined while there is a problem. */
  readonly request: Request | undefined;
  readonly kind?: ButtonKind;
  readonly confirmLabel: string;
  /** Shown above the review after the price has moved beyond the worst accepted price. */
  readonly movedText: string;
  readonly unansweredText: string;
  /** The review before sending, and the receipt afterwards. */
  readonly children: ReactNode;
};

export function SendingSheet<Request>(props: SendingSheetProps<Request>) {
  const { open, onClose, title, sending, kind = 'primary', confirmLabel, movedText, unansweredText } = props;
  const t = useTranslations('spot');
  const { state } = sending;
  const request = state.stage === 'unanswered' ? state.request : props.request;
  const send = async (): Promise<void> => {
    if (request === undefined) return;
    if ((await sending.send(request)) === 'refused') onClose();
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
            needsNetwork
            busy={sending.busy}
            kind={kind}
            reason={request === undefined ? t('notNow') : undefined}
            onClick={() => void send()}
          >
            {state.stage === 'unanswered' ? t('sendAgain') : confirmLabel}
          </Button>
        )
      }
    >
      {state.stage === 'review' && (state.priceMoved || state.termsChanged) && (
        <p role="status" className="mb-3 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
          {state.priceMoved ? movedText : t('termsChanged')}
        </p>
      )}
      {state.stage === 'unanswered' ? <p className="text-base">{unansweredText}</p> : props.children}
    </Sheet>
  );
}
