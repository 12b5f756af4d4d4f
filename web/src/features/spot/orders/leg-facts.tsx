/** One leg of a fill: the amounts and the price, the fee, and the tape entry that proves the price. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { chatLink } from '../../../lib/links.ts';
import { TapeProof } from '../../../live/tape-proof.tsx';
import { VerifyButton } from '../../../proof/verify-button.tsx';
import { FactRow } from '../../../ui/fact-row.tsx';
import { Button } from '../../../ui/button.tsx';
import { legTotal } from './leg-total.ts';
import { ShareFill } from './share-fill.tsx';

export type Leg = CallOutput<'POST coin/trade'>['legs'][number];

export type LegFactsProps = {
  readonly leg: Leg;
  readonly title?: string;
  readonly order?: string;
  /**
   * The order, and the number of this leg, counted from 1. It is set on receipts, from which the customer can contact support.
   */
  readonly deal?: { readonly order: string; readonly leg: number };
};

export function LegFacts({ leg, title, deal, order = deal?.order }: LegFactsProps) {
  const t = useTranslations('orders');
  const chat = useTranslations('chat');
  const format = useFormat();
  const ui = useTranslations('ui');
  const [shown, setShown] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [base = '', quote = ''] = leg.symbol.split('/');
  const exact = (value: string) => `${format.decimal(value, { min: 2, max: 8 })} ${quote}`;
  // Right after the trade, money is rounded as it was before; the receipt in Orders has every decimal place.
  const got = (value: string) => (deal === undefined ? `${format.money(value)} ${quote}` : exact(value));
  const paid = (value: string) => (deal === undefined ? `${format.moneyUp(value)} ${quote}` : exact(value));
  const coins = `${format.quantity(leg.quantity)} ${base}`;
  const buys = leg.side === 'buy';
  return (
    <section className="border-b border-line pb-2 last:border-0">
      {title !== undefined && <h3 className="pt-2 text-sm font-semibold">{title}</h3>}
      <dl>
        <FactRow name={buys ? t('paid') : t('sold')} strong>
          {buys ? paid(legTotal(leg)) : coins}
        </FactRow>
        <FactRow name={t('received')} strong>
          {buys ? coins : got(legTotal(leg))}
        </FactRow>
        <FactRow name={t('price')}>{exact(leg.price)}</FactRow>
        <FactRow name={t('value')}>{buys ? paid(leg.value) : got(leg.value)}</FactRow>
        <FactRow name={t('fee')}>{paid(leg.fee)}</FactRow>
        <FactRow name={t('tapeEntry')}>
          {t('tapeSeq', { symbol: leg.symbol, seq: String(leg.tape_seq) })}
        </FactRow>
      </dl>
      {shown && <TapeProof symbol={leg.symbol} seq={leg.tape_seq} price={leg.price} side={leg.side} />}
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <VerifyButton
          subject={{
            ...{ kind: 'fill', fill: { kind: 'spot', ...leg } },
            ...(order !== undefined && { trade: `spot ${order}` }),
          }}
        />
        {!shown && (
          <Button kind="quiet" small onClick={() => setShown(true)}>
            {t('showEntry')}
          </Button>
        )}
        <Button kind="quiet" small onClick={() => setSharing(true)}>
          {ui('sharePicture')}
        </Button>
        {deal !== undefined && (
          <Button kind="quiet" small onClick={() => navigate(chatLink(deal.order, deal.leg))}>
            {chat('ask')}
          </Button>
        )}
      </div>
      <ShareFill leg={leg} open={sharing} onClose={() => setSharing(false)} />
    </section>
  );
}
