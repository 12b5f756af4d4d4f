/** One fund order that waits to be accepted: the terms, the customer's other fund orders, and the decision. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';
import { orderVerdicts } from './verdicts.ts';

type FundOrder = ConsoleOutput<'GET fund_order'>;

/** Refetched regularly, because the order may start automatically while it is displayed. */
const EVERY_MS = 5000;

export function FundOrderCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const asked = useAsk('GET fund_order', { customer: of.customer, id: of.id }, { everyMs: EVERY_MS });
  const mayDecide = operator !== undefined && mayCall(operator.role, 'POST fund_order_decide');
  return (
    <Asked of={asked}>
      {(order) => (
        <CaseFrame
          title={t('fund.case', {
            id: order.id,
            account: order.account,
            amount: money(order.amount, order.currency),
          })}
          chips={
            <>
              <StateChip of="fund" state={order.status} />
              {order.overdue && <StateChip state="overdue" />}
            </>
          }
          facts={<OrderFacts order={order} />}
          decision={
            <DecisionBar
              verdicts={mayDecide ? orderVerdicts(t, order) : []}
              onDone={onDone}
              otherwise={order.status === 'pending' ? t('fund.mayNotDecide') : t('fund.nothingToDecide')}
            />
          }
        />
      )}
    </Asked>
  );
}

function OrderFacts({ order }: { order: FundOrder }) {
  const t = useSay();
  return (
    <>
      <Agreed order={order} />
      <Course order={order} />
      <Panel title={t('fund.background')}>
        <Facts>
          <Fact name={t('ui.account')} mark={order.facts.account_status === 'active' ? 'good' : 'bad'}>
            {codeWords(t, 'status', order.facts.account_status)}
          </Fact>
          <Fact name={t('ui.customerSince')}>
            <When at={order.facts.registered_at} />
          </Fact>
          <Fact name={t('fund.otherOrders')}>{order.facts.orders_before}</Fact>
          <Fact name={t('fund.inProgressNow')}>
            {money(order.facts.principal_in_progress, order.currency)}
          </Fact>
        </Facts>
      </Panel>
    </>
  );
}

function Agreed({ order }: { order: FundOrder }) {
  const t = useSay();
  return (
    <Panel title={t('fund.agreed')}>
      <Facts>
        <Fact name={t('ui.customer')}>
          <CustomerLink id={order.customer} account={order.account} />
        </Fact>
        <Fact name={t('ui.amount')}>
          <b>{money(order.amount, order.currency)}</b>
        </Fact>
        <Fact name={t('ui.tier')}>{order.project_id}</Fact>
        <Fact name={t('fund.period')}>{t('ui.daysCount', { count: order.days })}</Fact>
        <Fact name={t('fund.dailyIncome')}>
          {t('fund.incomeBand', { min: order.rate_min, max: order.rate_max })}
        </Fact>
        <Fact name={t('fund.early')}>{t('fund.earlyFee', { rate: order.early_fee_rate })}</Fact>
        <Fact name={t('fund.askedFor')}>
          <When at={order.applied_at} />
        </Fact>
        {order.status === 'pending' && (
          <Fact name={t('ui.due')} mark={order.overdue ? 'bad' : undefined}>
            <When at={order.deadline_at} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Course({ order }: { order: FundOrder }) {
  const t = useSay();
  if (order.status === 'pending') return null;
  return (
    <Panel title={t('fund.course')}>
      <Facts>
        {order.reason !== null && <Fact name={t('ui.reason')}>{codeWords(t, 'reason', order.reason)}</Fact>}
        <Fact name={t('fund.started')}>
          <WhenOr at={order.started_at} otherwise={t('ui.never')} />
        </Fact>
        {order.started_at !== null && (
          <>
            <Fact name={t('fund.paidDays')}>
              {t('fund.paidOf', { paid: order.paid_days, days: order.days })}
            </Fact>
            <Fact name={t('fund.income')}>{money(order.income, order.currency)}</Fact>
            <Fact name={t('fund.nextIncome')}>
              <WhenOr at={order.next_income_at} otherwise={t('ui.none')} />
            </Fact>
            <Fact name={t('fund.runsUntil')}>
              <WhenOr at={order.expires_at} otherwise={t('ui.unknown')} />
            </Fact>
          </>
        )}
        {order.ended_at !== null && (
          <Fact name={t('ui.ended')}>
            <When at={order.ended_at} />
          </Fact>
        )}
        {order.reason === 'terminated' && (
          <Fact name={t('fund.feePaid')}>{money(order.fee, order.currency)}</Fact>
        )}
      </Facts>
    </Panel>
  );
}
