/** The sheet that adds margin to a position and shows the resulting liquidation price. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useWallets } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Position } from '../../live/position-list.ts';
import { useQuote } from '../../live/use-quote.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { PercentSlider } from '../../ui/percent-slider.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTerms } from '../terms.ts';
import type { MarginView } from './margin-draft.ts';
import { availableShare, marginDecimals, readMargin, shareOfAvailable } from './margin-draft.ts';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionWords } from './position-words.ts';

const empty = { amount: '' };

function useAvailable({ collateral }: Position): bigint | undefined {
  const usdt = useWallets().data?.find(({ currency }) => currency === 'USDT');
  if (usdt === undefined) return undefined;
  return amount((collateral === 'promo' ? usdt.experience?.available : usdt.contract.available) ?? '0');
}

function MarginPreview({ view, tickSize }: { readonly view: MarginView; readonly tickSize: string }) {
  const t = useTranslations('positions');
  const format = useFormat();
  const { now, after } = view;
  const closeOut = ({ closeOut: price }: MarginView['now']) =>
    price === null ? t('noCloseOut') : format.price(formatAmount(price), tickSize);
  const margin = (standing: MarginView['now']) => format.money(formatAmount(standing.margin));
  const percent = (health: number) => `${health.toLocaleString(format.locale)}%`;
  const rows = [
    [t('margin'), margin(now), margin(after)],
    [t('health'), percent(now.health), percent(after.health)],
    [t('closeOut'), closeOut(now), closeOut(after)],
  ] as const;
  return (
    <dl className="border-t border-line pt-1">
      {rows.map(([name, before, then], at) => (
        <FactRow key={name} name={name} strong={at === 2}>
          <span className="sr-only">{t('fromTo', { before, after: then })}</span>
          <span aria-hidden="true">
            {before !== then && <span className="font-normal text-quiet">{`${before} → `}</span>}
            {then}
          </span>
        </FactRow>
      ))}
    </dl>
  );
}

export function MarginSheet({ position, tickSize, open, onClose }: PositionSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('positions');
  const words = usePositionWords();
  const terms = useTerms(position.symbol);
  const quote = useQuote(position.symbol);
  const available = useAvailable(position);
  const { draft, change, clear } = useDraft(`margin.${position.id}`, empty);
  const [refused, setRefused] = useState<RefusalEnvelope>();
  const { busy, send } = useCommand('POST lever/setstop', { showsRefusal: true });
  const isOpen = position.status === 'open';
  const view =
    isOpen && terms !== undefined && quote !== undefined
      ? readMargin(draft.amount, { position, terms, quote, available })
      : undefined;
  const found = view?.problem;
  const code = found === undefined || found.code === 'amount_missing' ? undefined : found.code;
  const error = useRefusalWords(refused?.error ?? code, refused?.params ?? found?.params);
  const type = (text: string) => {
    setRefused(undefined);
    change({ amount: text });
  };
  const add = async () => {
    if (view?.added === undefined) return;
    const answer = await send({ id: position.id, add_margin: formatAmount(view.added) });
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      setRefused(answer);
      return;
    }
    toastSuccess(answer.message.change === null ? 'margin_added' : 'change_asked');
    clear();
    onClose();
  };
  const reasonOf = (): string | undefined => {
    if (!isOpen) return t('noLongerOpen');
    if (found === undefined) return undefined;
    return found.code === 'amount_missing' ? t('problem.amount_missing') : t('problem.check_amount');
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('marginTitle', { symbol: position.symbol })}
      footer={
        <Button block busy={busy} reason={reasonOf()} onClick={() => void add()}>
          {t('confirmMargin')}
        </Button>
      }
    >
      {view === undefined ? (
        isOpen && <Skeleton className="h-56 rounded-input" />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-soft">{t('marginMeans')}</p>
          <div>
            <AmountField
              label={t('amountToAdd')}
              unit="USDT"
              value={draft.amount}
              onChange={type}
              decimals={marginDecimals}
              placeholder="0"
              error={error}
              hint={
                available === undefined
                  ? undefined
                  : t(`availableIn.${position.collateral}`, { amount: words.money(formatAmount(available)) })
              }
            />
            <PercentSlider
              label={t('shareOfAvailable')}
              percent={availableShare(view.added, available)}
              disabled={available === undefined || available === 0n}
              onChange={(percent) => type(shareOfAvailable(percent, available ?? 0n))}
            />
          </div>
          <MarginPreview view={view} tickSize={tickSize} />
        </div>
      )}
    </Sheet>
  );
}
