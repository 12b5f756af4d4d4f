/** The sheet that places an order to close a position, or a part of it, when the price reaches a limit or a stop. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useQuote } from '../../live/use-quote.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { markOf } from '../position-figures.ts';
import { useTerms } from '../terms.ts';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionWords } from './position-words.ts';
import { readResting } from './resting-draft.ts';
import { RestingFields } from './resting-fields.tsx';

type Draft = {
  readonly type: string;
  readonly price: string;
  readonly quantity: string;
  readonly until: string;
};

/** Returns the order, or undefined while its price or quantity is missing or its expiry is invalid. */
function requestOf(draft: Draft, id: string): CallRequest<'POST lever/close_at'> | undefined {
  const { price, quantity, expiresMs } = readResting(draft);
  if (price === undefined || quantity === undefined || expiresMs === undefined) return undefined;
  return {
    ...{ id, type: typeOf(draft), price: formatAmount(price), quantity: formatAmount(quantity) },
    ...(expiresMs === null ? {} : { expires_at: expiresMs }),
  };
}

function typeOf({ type }: Draft): 'limit' | 'stop' {
  return type === 'stop' ? 'stop' : 'limit';
}

function Sentence({
  position,
  tickSize,
  draft,
}: Pick<PositionSheetProps, 'position' | 'tickSize'> & { draft: Draft }) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const { price, quantity } = readResting(draft);
  const isKnown = price !== undefined && quantity !== undefined;
  return (
    <p className="min-h-18 text-base" aria-live="polite">
      {isKnown &&
        t(`closeAtSentence.${typeOf(draft)}`, {
          price: format.price(formatAmount(price), tickSize),
          quantity: words.size(position, formatAmount(quantity)),
        })}
    </p>
  );
}

export function CloseAtSheet({ position, tickSize, open, onClose }: PositionSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('positions');
  const terms = useTerms(position.symbol);
  const quote = useQuote(position.symbol);
  const begin: Draft = { type: 'limit', price: '', quantity: position.open_quantity, until: '' };
  const { draft, change, clear } = useDraft(`closeAt.${position.id}`, begin);
  const [refused, setRefused] = useState<RefusalEnvelope>();
  const { busy, send } = useCommand('POST lever/close_at', { showsRefusal: true });
  const words = useRefusalWords(refused?.error, refused?.params);
  const request = requestOf(draft, position.id);
  const edit = (fields: Partial<Draft>) => {
    setRefused(undefined);
    change(fields);
  };
  const place = async () => {
    if (request === undefined) return;
    const answer = await send(request);
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      setRefused(answer);
      return;
    }
    toastSuccess('close_order_placed');
    clear();
    onClose();
  };
  const reasonOf = (): string | undefined => {
    if (position.status !== 'open') return t('noLongerOpen');
    if (request !== undefined) return undefined;
    return t(readResting(draft).expiresMs === undefined ? 'checkEnd' : 'checkOrder');
  };
  const field = refused?.params['field'];
  const isAtField = field === 'price' || field === 'quantity' || field === 'expires_at';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('closeAtTitle', { symbol: position.symbol })}
      footer={
        <Button block needsNetwork busy={busy} reason={reasonOf()} onClick={() => void place()}>
          {t('placeOrder')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {refused !== undefined && !isAtField && (
          <p role="alert" className="text-sm text-danger">
            {words}
          </p>
        )}
        <Segmented
          label={t('closeAtKind.label')}
          byWord
          options={[
            { value: 'limit', label: t('closeAtKind.limit') },
            { value: 'stop', label: t('closeAtKind.stop') },
          ]}
          value={typeOf(draft)}
          onChange={(type) => edit({ type })}
        />
        {terms === undefined || quote === undefined ? (
          <Skeleton className="h-64 rounded-input" />
        ) : (
          <RestingFields
            {...{ position, terms, tickSize, draft }}
            type={typeOf(draft)}
            from={formatAmount(markOf(position.side, quote))}
            refused={{ field, words }}
            onChange={edit}
          />
        )}
        <Sentence position={position} tickSize={tickSize} draft={draft} />
      </div>
    </Sheet>
  );
}
