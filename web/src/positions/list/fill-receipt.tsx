/** The receipt of a fill: its quantity, price and conversion rate, and the tape entry that proves the price. */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { explainedReasons } from '@candor/protocol/positions/close-reasons.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { chatLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import type { Position } from '../../live/position-list.ts';
import { TapeProof } from '../../live/tape-proof.tsx';
import { VerifyButton } from '../../proof/verify-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { centsDown } from '../position-figures.ts';
import type { Fill } from './fills.ts';
import { nightsUpTo, provable } from './fills.ts';
import { toneOf, usePositionWords, useReasonText } from './position-words.ts';

export type FillReceiptProps = {
  readonly position: Position;
  readonly fill: Fill;
  readonly tickSize: string;
  readonly shown?: boolean;
};

/** The public address of a tape entry, which can be read without this app. */
function tapeAddress(symbol: string, seq: number): string {
  return `/api/tape?${new URLSearchParams({ symbol, from_seq: String(seq), limit: '1' })}`;
}

/** Why a level or the liquidation closed the position, in the words that support sends too. */
function Explained({ position, fill }: Pick<FillReceiptProps, 'position' | 'fill'>) {
  const isLast = position.status === 'closed' && fill.number === position.closes.length;
  const isExplained = isLast && explainedReasons.some((reason) => reason === fill.reason);
  const asked = useCall(
    'GET lever/explained',
    { id: position.id },
    { enabled: isExplained, inLanguage: true, staleMs: Number.POSITIVE_INFINITY },
  );
  if (asked.data === undefined) return null;
  return <p className="py-1.5 text-sm">{asked.data.text}</p>;
}

function Proof({ position, fill }: Pick<FillReceiptProps, 'position' | 'fill'>) {
  const t = useTranslations('positions');
  const chat = useTranslations('chat');
  const [compared, setCompared] = useState(false);
  const { symbol } = position;
  return (
    <>
      <p className="py-1.5 text-sm text-soft">{t(`means.${fill.means}.${fill.side}`)}</p>
      <Explained position={position} fill={fill} />
      {compared && <TapeProof symbol={symbol} seq={fill.tapeSeq} price={fill.price} side={fill.side} />}
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <VerifyButton subject={provable(position, fill)} />
        {!compared && (
          <Button kind="quiet" small onClick={() => setCompared(true)}>
            {t('compare')}
          </Button>
        )}
        <Button kind="quiet" small onClick={() => navigate(chatLink(position.id, fill.number))}>
          {chat('ask')}
        </Button>
      </div>
      <a
        href={tapeAddress(symbol, fill.tapeSeq)}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 items-center text-sm text-accent"
      >
        {t('publicRecord')}
      </a>
    </>
  );
}

function RateFact({ position, fill }: Pick<FillReceiptProps, 'position' | 'fill'>) {
  const t = useTranslations('positions');
  const format = useFormat();
  const currency = position.symbol.split('/')[1] ?? '';
  if (fill.rate === undefined || currency === 'USDT') return null;
  const published = rateSymbolOf(currency);
  return (
    <FactRow name={t('rate', { currency })}>
      {`${format.decimal(fill.rate, { min: 2, max: 8 })} USDT`}
      {published === null ? (
        <span className="block text-xs text-quiet">{t('rateAtPar', { currency })}</span>
      ) : (
        fill.rateSeq !== null && (
          <span className="block text-xs text-quiet">{`${published} #${fill.rateSeq}`}</span>
        )
      )}
    </FactRow>
  );
}

/** The overnight charges in the financing, each with the entries from which it can be recomputed. */
function NightFacts({ position, fill }: Pick<FillReceiptProps, 'position' | 'fill'>) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const currency = position.symbol.split('/')[1] ?? '';
  const rateSymbol = rateSymbolOf(currency);
  return nightsUpTo(position, fill).map((night) => (
    <FactRow
      key={night.seq}
      name={t('night', { count: night.nights, date: format.dateTime(Math.floor(night.time_ms / 1000)) })}
    >
      {words.exact(night.amount)}
      <span className="block text-xs text-quiet">{`${position.symbol} #${night.seq}`}</span>
      {rateSymbol !== null && (
        <span className="block text-xs text-quiet">
          {`${rateSymbol} #${night.rate_seq} ${format.decimal(night.rate, { min: 2, max: 8 })}`}
        </span>
      )}
    </FactRow>
  ));
}

function FillFacts({ position, fill, tickSize }: FillReceiptProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const quote = position.symbol.split('/')[1] ?? '';
  return (
    <dl>
      <FactRow name={t('quantity')}>{words.size(position, fill.quantity)}</FactRow>
      <FactRow name={t('price')}>{`${format.price(fill.price, tickSize)} ${quote}`}</FactRow>
      <RateFact position={position} fill={fill} />
      {fill.profit !== undefined && (
        <FactRow name={t('profit')}>
          <span className={toneOf(signOf(fill.profit))}>{words.exact(fill.profit, { signed: true })}</span>
        </FactRow>
      )}
      <FactRow name={t('fee')}>{words.exact(fill.fee)}</FactRow>
      {fill.financing !== undefined && fill.financing !== '0' && (
        <FactRow name={t('financing')}>{words.exact(fill.financing)}</FactRow>
      )}
      <NightFacts position={position} fill={fill} />
      {fill.covers !== undefined && fill.covers !== '0' && (
        <FactRow name={t('coversOpposite')}>{words.exact(fill.covers)}</FactRow>
      )}
      {fill.covered !== undefined && fill.covered !== '0' && (
        <FactRow name={t('coveredByOpposite')}>{words.exact(fill.covered)}</FactRow>
      )}
      {fill.owed !== undefined && fill.owed !== '0' && (
        <FactRow name={t('paidLater')}>{words.exact(fill.owed)}</FactRow>
      )}
      {fill.shortfall !== undefined && fill.shortfall !== '0' && (
        <FactRow name={t('shortfall')}>{words.exact(fill.shortfall)}</FactRow>
      )}
      <FactRow name={t('time')}>{format.dateTime(fill.time)}</FactRow>
      <FactRow name={t('tapeEntry')}>{`${position.symbol} #${fill.tapeSeq}`}</FactRow>
    </dl>
  );
}

export function FillReceipt({ position, fill, tickSize, shown = false }: FillReceiptProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  const [expanded, setExpanded] = useState(shown);
  const reason = useReasonText({ reason: fill.reason, status: 'closed' });
  return (
    <section className="hairline last:shadow-none">
      <button
        type="button"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
        className="press -mx-4 flex min-h-14 w-[calc(100%+32px)] items-center gap-3 px-4 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-base font-medium">{reason ?? t('openedFill')}</span>
          <span className="block text-xs text-quiet">{format.moment(fill.time)}</span>
        </span>
        <span className="figures shrink-0 text-right text-sm">
          {fill.profit === undefined ? (
            format.price(fill.price, tickSize)
          ) : (
            <span className={toneOf(signOf(fill.profit))}>
              {format.decimal(centsDown(fill.profit), { max: 2, signed: true })}
            </span>
          )}
        </span>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classes('shrink-0 text-quiet transition-transform', expanded && 'rotate-180')}
        />
      </button>
      {expanded && (
        <>
          <FillFacts position={position} fill={fill} tickSize={tickSize} />
          <Proof position={position} fill={fill} />
        </>
      )}
    </section>
  );
}
