/** One fund order: all agreed figures, each payment, and the early exit with its cost. */
import { earlyFee } from '@candor/domain/fund/income.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { CalendarClock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { usePages } from '../../lib/use-pages.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { TakeBack } from '../../parts/take-back.tsx';
import { StatusBadge } from './order-row.tsx';
import { useBand } from './tier-list.tsx';
import type { FundOrder } from './use-fund.ts';

type Payment = CallOutput<'GET lh/deposit/records'>['items'][number];

/** The divisor for rates in per cent. */
const PER_CENT = 100n;

function feeOf(order: FundOrder): string {
  return formatAmount(earlyFee(amount(order.amount), amount(order.early_fee_rate) / PER_CENT));
}

function Facts({ order }: { readonly order: FundOrder }) {
  const t = useTranslations('fund');
  const { moment, decimal } = useFormat();
  const band = useBand();
  const times = [
    ['appliedAt', order.applied_at],
    ['startedAt', order.started_at],
    ['nextIncomeAt', order.next_income_at],
    // An order that ended early receives no further payments.
    ['lastIncomeAt', order.next_income_at === null ? null : order.last_income_at],
    ['expiresAt', order.expires_at],
    ['endedAt', order.ended_at],
  ] as const;
  return (
    <dl className="px-4 py-2">
      <FactRow name={t('number')}>{order.id}</FactRow>
      <FactRow name={t('statusName')}>
        <StatusBadge order={order} />
      </FactRow>
      {order.reason !== null && <FactRow name={t('reasonName')}>{t(`reason.${order.reason}`)}</FactRow>}
      <FactRow name={t('amount')} strong>
        <AmountText value={order.amount} unit={order.currency} private />
      </FactRow>
      <FactRow name={t('rateADay')}>{band(order.rate_min, order.rate_max)}</FactRow>
      <FactRow name={t('days')}>{t('dayOf', { paid: order.paid_days, of: order.days })}</FactRow>
      <FactRow name={t('earlyFee')}>{`${decimal(order.early_fee_rate, { min: 0, max: 2 })}%`}</FactRow>
      <FactRow name={t('income')}>
        <AmountText value={order.income} unit={order.currency} private />
      </FactRow>
      {order.fee !== '0' && (
        <FactRow name={t('feePaid')}>
          <AmountText value={order.fee} unit={order.currency} private />
        </FactRow>
      )}
      <FactRow name={t('profit')} strong>
        <AmountText value={order.profit} unit={order.currency} signed private />
      </FactRow>
      {times.map(([name, at]) =>
        at === null ? null : (
          <FactRow key={name} name={t(name)}>
            {moment(at)}
          </FactRow>
        ),
      )}
    </dl>
  );
}

/** Formats a duration of less than a day, such as "11:59:40". */
function partText(partMs: number): string {
  return new Date(partMs).toISOString().slice(11, 19);
}

function PaymentRow({ payment, days }: { readonly payment: Payment; readonly days: number }) {
  const t = useTranslations('fund');
  const { moment, decimal } = useFormat();
  const [rate, yearly] = [payment.rate, payment.yearly].map((value) => decimal(value, { min: 0, max: 2 }));
  return (
    <ListRow
      wrap
      title={payment.number > days ? t('restOfLastDay') : t('dayNumber', { number: payment.number })}
      subtitle={
        <>
          <span className="block">{t('rateOfDay', { rate: `${rate}%`, yearly: `${yearly}%` })}</span>
          {payment.part_ms < DAY_MS && (
            <span className="block">{t('partOfDay', { part: partText(payment.part_ms) })}</span>
          )}
          <span className="block">{moment(payment.time)}</span>
        </>
      }
      end={<AmountText value={payment.amount} unit="USDT" signed private />}
    />
  );
}

function Leave({ order, onDone }: { readonly order: FundOrder; readonly onDone: () => void }) {
  const t = useTranslations('fund');
  const { money } = useFormat();
  const isPending = order.status === 'pending';
  const fee = isPending ? '0' : feeOf(order);
  const back = formatAmount(amount(order.amount) - amount(fee));
  const ask = isPending ? t('takeBack') : t('leave');
  return (
    <TakeBack
      call="POST lh/deposit/cancel"
      id={order.id}
      texts={{
        ask,
        title: ask,
        sentence: isPending ? t('takeBackSentence') : t('leaveSentence'),
        confirm: isPending ? ask : t('leaveConfirm'),
      }}
      facts={
        <>
          <FactRow name={t('amount')}>{`${money(order.amount)} ${order.currency}`}</FactRow>
          <FactRow name={t('feePaid')}>{`${money(fee)} ${order.currency}`}</FactRow>
          <FactRow name={t('comesBack')} strong>
            {`${money(back)} ${order.currency}`}
          </FactRow>
        </>
      }
      onDone={onDone}
    />
  );
}

export function OrderDetail({ order, onDone }: { readonly order: FundOrder; readonly onDone: () => void }) {
  const t = useTranslations('fund');
  const payments = usePages('GET lh/deposit/records', { filter: { id: order.id } });
  const isOpen = order.status === 'pending' || order.status === 'in_progress';
  return (
    <div className="-mx-4">
      <Facts order={order} />
      {isOpen && <Leave order={order} onDone={onDone} />}
      <h3 className="px-4 pt-3 pb-1 text-sm font-semibold text-soft">{t('payments')}</h3>
      <ItemList
        {...payments}
        lines={2}
        nothing={{ icon: CalendarClock, title: t('noPayments'), text: t('noPaymentsText') }}
      >
        {(payment) => <PaymentRow key={payment.number} payment={payment} days={order.days} />}
      </ItemList>
    </div>
  );
}
