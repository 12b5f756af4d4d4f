/** The form of a plan: coin, amount, schedule, and a summary of the resulting purchases. */
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { recurringPlanLink } from './links.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { Quotation } from '../../live/quotes.ts';
import { instrumentOf } from '../../live/spot-instrument.ts';
import { useFigures } from '../../live/use-quotations.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { ThumbBar } from '../../parts/submit-bar.tsx';
import { boughtFor, firstOf, quickAmounts, scheduleOf } from './plan-draft.ts';
import type { PlanDraft } from './plan-draft.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { useScheduleWords } from './schedule-words.ts';
import type { Plan } from './use-plans.ts';

const fields = ['amount', 'symbol', 'first_day'] as const;
const about = { recurring_too_many: 'symbol', pair_not_active: 'symbol' } as const;

export type PlanFormProps = {
  readonly row: Quotation;
  /** The coins to choose from; for an existing plan, only the plan's coin. */
  readonly rows: readonly Quotation[];
  readonly plan: Plan | undefined;
  readonly draft: PlanDraft;
  readonly onChange: (change: Partial<PlanDraft>) => void;
  readonly onDone: () => void;
  readonly nowMs: number;
};

function usePlanSending({ plan, draft, row, onDone }: PlanFormProps) {
  const { toastSuccess } = useApi();
  const errors = useFieldErrors(fields, about);
  const create = useCommand('POST recurring/create', { showsRefusal: true });
  const change = useCommand('POST recurring/change', { showsRefusal: true });
  async function send(): Promise<void> {
    const { every, onDay: on_day, hour } = scheduleOf(draft);
    const terms = { amount: finishedDecimal(draft.amount), every, on_day, hour };
    const first = draft.firstDay === '' ? {} : { first_day: draft.firstDay };
    const answer =
      plan === undefined
        ? await create.send({ symbol: row.symbol, ...terms, ...first })
        : await change.send({ id: plan.id, ...terms });
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      errors.refuse(answer);
      return;
    }
    toastSuccess('setup_done');
    navigate(recurringPlanLink(answer.message.id), { replace: true });
    onDone();
  }
  return { errors, send, busy: create.busy || change.busy };
}

function Sentence({ draft, row, nowMs, quantity }: PlanFormProps & { readonly quantity: string }) {
  const t = useTranslations('recurring');
  const format = useFormat();
  const words = useScheduleWords();
  return (
    <p className="text-base text-balance" role="status">
      {t('sentence', {
        amount: format.quantity(finishedDecimal(draft.amount)),
        coin: row.base,
        when: words.when(scheduleOf(draft)),
        date: format.moment(firstOf(draft, nowMs) / 1000),
      })}
      {punctuationOf(format.locale).gap}
      <span className="text-soft">
        {t('estimate', { quantity: format.quantity(quantity), coin: row.base })}
      </span>
    </p>
  );
}

export function PlanForm(props: PlanFormProps) {
  const { row, rows, plan, draft, onChange, nowMs } = props;
  const t = useTranslations('recurring');
  const format = useFormat();
  const { ask } = useFigures(row);
  const { errors, send, busy } = usePlanSending(props);
  const bought = boughtFor(draft.amount, { instrument: instrumentOf(row), ask });
  const reason =
    'quantity' in bought
      ? undefined
      : bought.code === 'small'
        ? t('tooSmall', { min: format.moneyUp(bought.min) })
        : t(bought.code === 'large' ? 'tooLarge' : 'enterAmount');
  return (
    <form
      className="space-y-4 bg-surface px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {plan === undefined && (
        <SelectField
          label={t('coin')}
          placeholder={t('coin')}
          options={rows.map((one) => ({
            value: one.symbol,
            label: one.base,
            start: <CoinMark of={one.base} size={28} />,
          }))}
          value={row.symbol}
          error={errors.errorAt('symbol')}
          onSelect={(symbol) => {
            errors.forgive('symbol');
            onChange({ symbol });
          }}
        />
      )}
      <div className="space-y-2">
        <AmountField
          label={t('amountEach')}
          value={draft.amount}
          onChange={(amount) => {
            errors.forgive('amount');
            onChange({ amount });
          }}
          decimals={2}
          unit="USDT"
          placeholder="0"
          error={errors.errorAt('amount')}
        />
        <div className="flex flex-wrap gap-2">
          {quickAmounts.map((quick) => (
            <Chip key={quick} onPress={() => onChange({ amount: quick })}>
              {quick}
            </Chip>
          ))}
        </div>
      </div>
      <ScheduleFields
        draft={draft}
        nowMs={nowMs}
        withFirstDay={plan === undefined}
        firstDayError={errors.errorAt('first_day')}
        onChange={(change) => {
          errors.forgive('first_day');
          onChange(change);
        }}
      />
      {'quantity' in bought && <Sentence {...props} quantity={bought.quantity} />}
      <p className="text-sm text-soft">{t('rule')}</p>
      <ThumbBar>
        <Button block needsNetwork type="submit" busy={busy} reason={reason}>
          {plan === undefined ? t('start') : t('save')}
        </Button>
      </ThumbBar>
    </form>
  );
}
