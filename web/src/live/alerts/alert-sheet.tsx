/**
 * The price alerts of one instrument: a new level, prefilled with the price, a preview of the notice, and the existing alerts.
 */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { decimalsOfText, useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { Quotation } from '../quotes.ts';
import { useFigures } from '../use-quotations.ts';
import { AlertRow } from './alert-row.tsx';
import { wayTo } from './alert-way.ts';
import { usePriceAlerts } from './use-price-alerts.ts';

export type AlertSheetProps = {
  readonly row: Quotation;
  readonly open: boolean;
  readonly onClose: () => void;
};

const nothingTyped = { price: '', isTyped: '' };

export function AlertSheet({ row, open, onClose }: AlertSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('alerts');
  const format = useFormat();
  const { last } = useFigures(row);
  const decimals = decimalsOfText(row.tick_size);
  // Offers the price at which the sheet opened, until a level is typed.
  const [offered] = useState(() => trimmed(last, decimals));
  const { draft, change, clear } = useDraft(`alert.${row.symbol}`, nothingTyped);
  const typed = draft.isTyped === '' ? offered : draft.price;
  const { data } = usePriceAlerts();
  const command = useCommand('POST price_alert');
  const price = finishedDecimal(typed);
  // The price at which this level was offered or typed, because otherwise each tick around the level would change the direction.
  const [seen, setSeen] = useState(last);
  const way = wayTo(price, seen);
  const here = data?.items.filter(({ symbol }) => symbol === row.symbol) ?? [];

  async function setAlert(): Promise<void> {
    if (way === undefined) return;
    const answer = await command.send({ symbol: row.symbol, price, direction: way });
    if (answer?.type !== 'ok') return;
    toastSuccess('setup_done');
    clear();
    onClose();
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('titleOf', { symbol: row.symbol })}
      footer={
        <Button
          block
          busy={command.busy}
          reason={way === undefined ? t('enterPrice') : undefined}
          onClick={() => void setAlert()}
        >
          {t('set')}
        </Button>
      }
    >
      <AmountField
        label={t('price')}
        unit={row.quote}
        value={typed}
        onChange={(text) => {
          setSeen(last);
          change({ price: text, isTyped: 'yes' });
        }}
        decimals={decimals}
        step={row.tick_size}
        stepFrom={last}
        hint={way !== undefined && t(`tells.${way}`, { price: format.price(price, row.tick_size) })}
      />
      {here.length > 0 && (
        <section className="pt-4">
          <h3 className="pb-1 text-sm font-semibold text-soft">{t('waiting')}</h3>
          <div className="-mx-4">
            {here.map((alert) => (
              <AlertRow key={alert.id} alert={alert} tickSize={row.tick_size} />
            ))}
          </div>
        </section>
      )}
    </Sheet>
  );
}

function trimmed(price: string, decimals: number): string {
  const [whole = '', part = ''] = price.split('.');
  return decimals === 0 ? whole : `${whole}.${part.slice(0, decimals).padEnd(decimals, '0')}`;
}
