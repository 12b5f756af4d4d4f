/** The sheet that changes an order that waits for a price: its fields, and a sentence that says what the order will do. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AmendSheet } from '../../parts/amend-sheet.tsx';
import { MovedLine } from '../../parts/moved-line.tsx';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTerms } from '../terms.ts';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionWords } from './position-words.ts';
import { amendmentOf, heldBy, movedResting, readResting, restingSet } from './resting-draft.ts';
import type { RestingDraft } from './resting-draft.ts';
import { RestingFields } from './resting-fields.tsx';

/** States the effect of the order; empty while a price or quantity is missing. */
function useSentence({ position, tickSize }: PositionSheetProps, draft: RestingDraft): string {
  const t = useTranslations('positions');
  const spot = useTranslations('spot');
  const format = useFormat();
  const words = usePositionWords();
  const terms = useTerms(position.symbol);
  const { price, quantity, expiresMs } = readResting(draft);
  if (terms === undefined || price === undefined || quantity === undefined) return '';
  const kind = position.reduces !== undefined ? 'reduce' : position.type === 'stop' ? 'stop' : 'limit';
  const does = t(`amendSentence.${kind}`, {
    price: format.price(formatAmount(price), tickSize),
    quantity: words.size(position, formatAmount(quantity)),
    // Rounded up, as on the ticket.
    total: `${format.moneyUp(formatAmount(heldBy(position, { price, quantity, terms })))} USDT`,
  });
  // An order that only closes has nothing on hold to release.
  if (kind === 'reduce' || typeof expiresMs !== 'number') return does;
  const { gap } = punctuationOf(format.locale);
  return `${does}${gap}${spot('sentence.until', { time: format.moment(expiresMs / 1000) })}`;
}

export function AmendOrderSheet(props: PositionSheetProps) {
  const { toastSuccess } = useApi();
  const { position, tickSize, moved, open, onClose } = props;
  const t = useTranslations('positions');
  const spot = useTranslations('spot');
  const terms = useTerms(position.symbol);
  const typed = useDraft(
    moved === undefined ? `amend.${position.id}` : `moved.${position.id}.price.${moved.price}`,
    { ...restingSet(position), ...(moved !== undefined && { price: moved.price }) },
  );
  const { change, clear } = typed;
  const draft = moved === undefined ? typed.draft : movedResting(typed.draft, position);
  const [refused, setRefused] = useState<RefusalEnvelope>();
  const { busy, send } = useCommand('POST lever/amend', { showsRefusal: true });
  const words = useRefusalWords(refused?.error, refused?.params);
  const sentence = useSentence(props, draft);
  const waits = position.status === 'pending' && position.type !== 'market';
  const request = amendmentOf(draft, position);
  const amend = async () => {
    if (request === undefined) return;
    const answer = await send(request);
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      setRefused(answer);
      return;
    }
    toastSuccess('position_order_changed');
    clear();
    onClose();
  };
  const reasonOf = (): string | undefined => {
    if (!waits) return t('noLongerOpen');
    const { price, quantity, expiresMs } = readResting(draft);
    if (price === undefined || quantity === undefined) return t('checkOrder');
    if (expiresMs === undefined) return t('checkEnd');
    return request === undefined ? t('nothingChanged') : undefined;
  };
  const field = refused?.params['field'];
  const isAtField = field === 'price' || field === 'quantity' || field === 'expires_at';
  return (
    <AmendSheet
      {...{ open, onClose, busy, sentence }}
      title={t('amendTitle', { symbol: position.symbol })}
      notice={refused !== undefined && !isAtField ? words : undefined}
      keeps={t('amendKeeps')}
      confirmLabel={t('amend')}
      reason={reasonOf()}
      onConfirm={() => void amend()}
    >
      {moved !== undefined && (
        <MovedLine
          name={position.type === 'stop' ? spot('stopPrice') : t('limitPrice')}
          was={position.price ?? moved.price}
          now={draft.price}
          tickSize={tickSize}
        />
      )}
      {terms === undefined ? (
        <Skeleton className="h-64 rounded-input" />
      ) : (
        <RestingFields
          {...{ position, terms, tickSize, draft }}
          type={position.type === 'stop' ? 'stop' : 'limit'}
          priceAlone={moved !== undefined}
          from={position.price ?? '0'}
          refused={{ field, words }}
          onChange={(fields) => {
            setRefused(undefined);
            change(fields);
          }}
        />
      )}
    </AmendSheet>
  );
}
