/** The sheet that closes a position or a part of it: the quantity, the result by the rule that settles it, and the outcome. */
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { SuccessCode } from '@candor/protocol/refusals.ts';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import type { Sending } from '../../lib/use-sending.ts';
import { useSending } from '../../lib/use-sending.ts';
import type { Position, Product } from '../../live/position-list.ts';
import { closedReason } from '../../live/closed-reason.ts';
import { useQuote } from '../../live/use-quote.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTerms } from '../terms.ts';
import { CloseDone } from './close-done.tsx';
import type { CloseView } from './close-draft.ts';
import { readClose } from './close-draft.ts';
import { CloseFields, ClosePreview } from './close-fields.tsx';
import { Notice } from './position-notices.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';

const calls = {
  contract: 'POST lever/close',
  forex: 'POST lever/whclose',
} as const satisfies Record<Product, string>;

type CloseRequest = CallRequest<'POST lever/close'>;
type Closing = Sending<CloseRequest, CallOutput<'POST lever/close'>>;

/** A position of which a part was closed is still open. */
const toastOf: Partial<Record<Position['status'], SuccessCode>> = {
  closing: 'close_waiting',
  open: 'position_partly_closed',
};

function useClosing(
  position: Position,
  { onDone, onRefused }: { onDone: () => void; onRefused: (refusal: RefusalEnvelope) => void },
): Closing {
  const { toastSuccess } = useApi();
  return useSending<(typeof calls)[Product], CloseRequest>({
    name: calls[position.product],
    form: `close ${position.id}`,
    onDone: (result) => {
      toastSuccess(toastOf[result.status] ?? 'position_closed');
      onDone();
    },
    onRefused,
  });
}

function useQuantityError(view: CloseView | undefined, refused: RefusalEnvelope | undefined) {
  const t = useTranslations('positions');
  const found = view?.problem;
  const missing = found?.code === 'quantity_missing';
  const code =
    refused?.error ?? (found === undefined || found.code === 'quantity_missing' ? undefined : found.code);
  const words = useRefusalWords(code, refused?.params ?? found?.params);
  const atField = refused === undefined || refused.params['field'] === 'quantity';
  return {
    reason: missing
      ? t('problem.quantity_missing')
      : found === undefined
        ? undefined
        : t('problem.check_quantity'),
    field: atField ? words : undefined,
    elsewhere: atField ? undefined : words,
  };
}

/** Returns the outcome of a close that waited for its price, once an event has reported it. */
function withArrived(
  result: CallOutput<'POST lever/close'>,
  close: Position['closes'][number] | undefined,
): CallOutput<'POST lever/close'> {
  if (result.price !== null || close === undefined) return result;
  const { price, pnl, fee, tape_seq } = close;
  return { ...result, price, pnl, fee, tape_seq };
}

export function CloseSheet(props: PositionSheetProps) {
  const { position, row, open, onClose } = props;
  const t = useTranslations('positions');
  const terms = useTerms(position.symbol);
  const quote = useQuote(position.symbol);
  const { draft, change, clear } = useDraft(`close.${position.id}`, { quantity: position.open_quantity });
  const [refused, setRefused] = useState<RefusalEnvelope>();
  const [closesBefore, setClosesBefore] = useState(position.closes.length);
  const closing = useClosing(position, { onDone: clear, onRefused: setRefused });
  const { state } = closing;
  const isOpen = position.status === 'open';
  const facts = isOpen && terms !== undefined && quote !== undefined ? { position, terms, quote } : undefined;
  const view = facts && readClose(draft.quantity, facts);
  const error = useQuantityError(view, refused);
  const closed = row === undefined || quote === undefined ? undefined : closedReason(row, quote.open);
  const waits = closed === 'market_closed';
  const reasonOf = (): string | undefined => {
    if (!isOpen) return t('noLongerOpen');
    if (closed === 'trading_closed') return t('pausedNow');
    return waits && view?.isWhole === false ? t('wholeOnly') : error.reason;
  };
  const send = () => {
    const request = state.stage === 'unanswered' ? state.request : view?.request;
    setClosesBefore(position.closes.length);
    if (request !== undefined) void closing.send(request);
  };
  if (state.stage === 'done') {
    const close = position.closes[closesBefore];
    const result = withArrived(state.result, close);
    // A close that had to wait for its price answers 'closing', whether it is full or partial.
    const isPart = state.request.quantity !== undefined;
    const closedTitle = isPart ? t('partClosedTitle') : t('closedTitle');
    return (
      <Sheet
        open={open}
        onClose={onClose}
        title={result.price === null ? t('status.closing') : closedTitle}
        footer={
          <Button block kind="secondary" onClick={onClose}>
            {t('done')}
          </Button>
        }
      >
        <CloseDone position={position} tickSize={props.tickSize} result={result} close={close} />
      </Sheet>
    );
  }
  const unanswered = state.stage === 'unanswered';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('closeTitle', { symbol: position.symbol })}
      footer={
        <Button block busy={closing.busy} reason={unanswered ? undefined : reasonOf()} onClick={send}>
          {unanswered ? t('sendAgain') : waits ? t('confirmCloseLater') : t('confirmClose')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {unanswered && <Notice icon={Clock}>{t('unanswered')}</Notice>}
        {waits && !unanswered && <Notice icon={Clock}>{t('closesLater')}</Notice>}
        {error.elsewhere !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {error.elsewhere}
          </p>
        )}
        {view === undefined || facts === undefined ? (
          isOpen && <Skeleton className="h-64 rounded-input" />
        ) : (
          <>
            <CloseFields
              facts={facts}
              view={view}
              quantity={draft.quantity}
              error={error.field}
              onChange={(quantity) => {
                setRefused(undefined);
                change({ quantity });
              }}
            />
            <ClosePreview {...props} view={view} estimated={waits} />
          </>
        )}
      </div>
    </Sheet>
  );
}
