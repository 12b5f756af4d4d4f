/** The exchange form: the currencies and the amount, followed by a firm price to accept or decline. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { ArrowDownUp } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CurrencyPicker } from './currency-picker.tsx';
import type { ExchangeTerms } from './exchange-draft.ts';
import { withEnd } from './exchange-draft.ts';
import { FirmPrice } from './firm-price.tsx';
import { Legs, RateFacts } from './leg-facts.tsx';
import type { Exchanging } from './use-exchange.ts';
import { useExchange } from './use-exchange.ts';
import { StopNotice } from '../../live/stop-notice.tsx';

const PLACES = 8;

export type ExchangeFormProps = { readonly terms: ExchangeTerms; readonly wallets: readonly Wallet[] };
type Shared = ExchangeFormProps & { readonly exchanging: Exchanging };

function Fields({ terms: { currencies }, wallets, exchanging }: Shared) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { draft, view, edit, error } = exchanging;
  const { from, to } = draft;
  const pick = (side: 'from' | 'to') => (currency: string) =>
    edit({ ...withEnd({ from, to }, side, currency), ...(side === 'from' && { amount: '' }) });
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium text-soft">{t('give')}</span>
        <CurrencyPicker
          label={t('give')}
          currency={from}
          onSelect={pick('from')}
          {...{ currencies, wallets }}
        />
      </div>
      <AmountField
        label={t('amount')}
        value={draft.amount}
        onChange={(typed) => edit({ amount: typed })}
        decimals={PLACES}
        unit={from}
        placeholder="0"
        error={error}
      />
      <div className="-mt-2 flex min-h-11 items-center justify-between gap-3 text-sm text-quiet">
        <span className="figures min-w-0 break-words">
          {t('available', { amount: format.held(formatAmount(view.available), from), currency: from })}
        </span>
        <Chip onPress={() => edit({ amount: formatAmount(view.available) })}>{t('all')}</Chip>
      </div>
      <div className="-my-1 flex justify-center">
        <IconButton
          icon={ArrowDownUp}
          label={t('swap')}
          className="bg-accent-wash text-accent"
          onClick={() => edit({ from: to, to: from, amount: '' })}
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium text-soft">{t('get')}</span>
        <CurrencyPicker label={t('get')} currency={to} onSelect={pick('to')} {...{ currencies, wallets }} />
      </div>
    </>
  );
}

function Unanswered({ exchanging }: { readonly exchanging: Exchanging }) {
  const t = useTranslations('exchange');
  const { sending } = exchanging;
  if (sending.state.stage !== 'unanswered') return null;
  const { request } = sending.state;
  return (
    <div role="status" className="space-y-2 rounded-card bg-warning-wash px-3 py-3 text-sm text-warning">
      <p>{t('unanswered')}</p>
      <Button block kind="secondary" busy={sending.busy} onClick={() => void sending.send(request)}>
        {t('sendAgain')}
      </Button>
      <Button block kind="quiet" onClick={sending.dismiss}>
        {t('letGo')}
      </Button>
    </div>
  );
}

function Done({ exchanging }: { readonly exchanging: Exchanging }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { sending } = exchanging;
  if (sending.state.stage !== 'done') return null;
  const { result } = sending.state;
  return (
    <section aria-label={t('done')} className="rounded-card bg-ground px-3 py-3">
      <h2 className="pb-1 text-base font-semibold">{t('done')}</h2>
      <dl>
        <FactRow name={t('gave')} strong>
          {format.quantity(result.from_amount)} {result.from}
        </FactRow>
        <FactRow name={t('got')} strong>
          {format.quantity(result.to_amount)} {result.to}
        </FactRow>
        <RateFacts of={result} />
      </dl>
      <Legs legs={result.legs} />
    </section>
  );
}

export function ExchangeForm({ terms, wallets }: ExchangeFormProps) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const exchanging = useExchange(terms, wallets);
  const { view, held, sending, paused } = exchanging;
  const reason =
    view.problem === undefined ? undefined : t(`problem.${view.problem}`, { currency: view.from });
  const undecided = sending.state.stage === 'unanswered';
  return (
    <form
      className="space-y-4 bg-surface px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (held === undefined && !undecided) void exchanging.ask();
      }}
    >
      <Fields {...{ terms, wallets, exchanging }} />
      {view.to !== 'USDT' && <StopNotice product="exchange" symbol={`${view.to}/USDT`} />}
      {undecided ? (
        <Unanswered exchanging={exchanging} />
      ) : held !== undefined ? (
        <FirmPrice held={held} exchanging={exchanging} />
      ) : (
        <>
          {paused !== undefined && (
            <p role="status" className="rounded-card bg-accent-wash px-3 py-2.5 text-sm">
              {paused}
            </p>
          )}
          <Button block type="submit" busy={exchanging.asking} reason={reason}>
            {t('ask')}
          </Button>
        </>
      )}
      <p className="text-sm text-quiet">
        {t('about', {
          seconds: terms.valid_seconds,
          fee: format.decimal(percentOf(terms.fee_rate), { min: 0, max: 4 }),
          max: format.quantity(terms.max_usdt),
        })}
      </p>
      {held === undefined && <Done exchanging={exchanging} />}
    </form>
  );
}

/** Converts a fraction to per cent: "0.002" becomes "0.2". */
function percentOf(rate: string): string {
  return formatAmount(amount(rate) * 100n);
}
