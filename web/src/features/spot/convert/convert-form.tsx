/** The coin to coin form: what is given, what comes, both legs, and the confirmation that becomes the receipt. */
import { decimalsOf } from '@candor/domain/market/instrument.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { floorToStep } from '@candor/domain/money/rounding.ts';
import { ArrowDownUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LOGIN_PATH } from '../../../lib/api.ts';
import { useSignedIn } from '../../../lib/customer.ts';
import { useFormat } from '../../../lib/format.ts';
import { navigate } from '../../../lib/hash-history.ts';
import { convertLink } from '../../../live/links.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { AmountField } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PercentSlider } from '../../../ui/percent-slider.tsx';
import { useProblemText } from '../ticket/problem-text.ts';
import { sizeToShare } from '../ticket/ticket-share.ts';
import { CoinPicker } from './coin-picker.tsx';
import { ConfirmConversion } from './confirm-conversion.tsx';
import type { ConvertProblem } from './convert.ts';
import { readConversion } from './convert.ts';
import { PlanFacts } from './plan-facts.tsx';
import type { ConvertDraft } from './use-convert.ts';
import { useConvertFacts } from './use-convert.ts';

/** The words for a problem: two are this form's own, the rest are the ticket's and the server's. */
function useConvertProblemText(problem: ConvertProblem | undefined): string | undefined {
  const t = useTranslations('convert');
  const own = problem?.code === 'same_coin' || problem?.code === 'buys_nothing' ? problem.code : undefined;
  const others =
    problem === undefined || problem.code === 'same_coin' || problem.code === 'buys_nothing'
      ? undefined
      : { field: undefined, code: problem.code, params: problem.params };
  const text = useProblemText(others);
  return own === undefined ? text : t(`problem.${own}`, problem?.params);
}

export type ConvertFormProps = {
  readonly from: Quotation;
  readonly to: Quotation;
  readonly rows: readonly Quotation[];
  /** The amount to give, as typed. */
  readonly typed: string;
  readonly change: (fields: Partial<ConvertDraft>) => void;
};

export function ConvertForm({ from, to, rows, typed, change }: ConvertFormProps) {
  const t = useTranslations('convert');
  const format = useFormat();
  const signedIn = useSignedIn();
  const facts = useConvertFacts(from, to);
  const view = readConversion(typed, facts);
  const text = useConvertProblemText(view.problem);
  const [confirming, setConfirming] = useState(false);
  const { available } = facts;
  const missing = view.problem?.code === 'quantity_missing';
  const step = facts.from.instrument.quantityStep;
  return (
    <div className="space-y-3 bg-surface px-4 py-4">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <AmountField
            label={t('give')}
            value={typed}
            onChange={(amount) => change({ amount })}
            decimals={decimalsOf(step)}
            placeholder="0"
            error={missing ? undefined : text}
            hint={
              available === undefined
                ? undefined
                : t('available', { amount: format.quantity(formatAmount(available)), currency: from.base })
            }
          />
        </div>
        <div className="self-start pt-6.5">
          <CoinPicker
            label={t('give')}
            row={from}
            rows={rows}
            onSelect={(symbol) => change({ from: symbol })}
          />
        </div>
      </div>
      <PercentSlider
        label={t('share')}
        percent={sizeToShare(view.plan?.sell.quantity, available)}
        disabled={available === undefined}
        onChange={(percent) => {
          if (available === undefined) return;
          change({ amount: formatAmount(floorToStep((available * BigInt(percent)) / 100n, step)) });
        }}
      />
      <div className="flex items-center gap-3">
        <IconButton
          icon={ArrowDownUp}
          label={t('swap')}
          className="bg-accent-wash text-accent"
          onClick={() => change({ from: to.symbol, to: from.symbol, amount: '' })}
        />
        <span className="min-w-0 flex-1 text-right">
          <span className="block text-sm text-soft">{t('receive')}</span>
          <span className="figures block text-xl font-semibold">
            {view.plan === undefined ? '0' : format.quantity(formatAmount(view.plan.buy.quantity))}
          </span>
        </span>
        <CoinPicker label={t('receive')} row={to} rows={rows} onSelect={(symbol) => change({ to: symbol })} />
      </div>
      <p className="text-xs text-quiet">{t('through')}</p>
      <PlanFacts view={view} tickSizes={{ from: from.tick_size, to: to.tick_size }} />
      {signedIn ? (
        <Button
          block
          reason={view.problem === undefined ? undefined : text}
          onClick={() => setConfirming(true)}
        >
          {t('review')}
        </Button>
      ) : (
        <Button block onClick={() => navigate(`${LOGIN_PATH}?back=${encodeURIComponent(convertLink)}`)}>
          {t('logIn')}
        </Button>
      )}
      <ConfirmConversion
        open={confirming}
        onClose={() => setConfirming(false)}
        view={view}
        tickSizes={{ from: from.tick_size, to: to.tick_size }}
        onDone={() => change({ amount: '' })}
      />
    </div>
  );
}
