/** One order of the fund that waits to be accepted: what was agreed, what its customer has there, and the verdict. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
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

/** It may start by itself while somebody looks at it. */
const EVERY_MS = 5000;

export function FundOrderCase({ of, onDone }: CaseProps) {
  const operator = useOperator();
  const asked = useAsk('GET fund_order', { customer: of.customer, id: of.id }, { everyMs: EVERY_MS });
  const mayDecide = operator !== undefined && mayCall(operator.role, 'POST fund_order_decide');
  return (
    <Asked of={asked}>
      {(order) => (
        <CaseFrame
          title={`Fund order ${order.id} of ${order.account}: ${money(order.amount, order.currency)}`}
          chips={
            <>
              <StateChip state={order.status} />
              {order.overdue && <StateChip state="overdue" />}
            </>
          }
          facts={<OrderFacts order={order} />}
          decision={
            <DecisionBar
              verdicts={mayDecide ? orderVerdicts(order) : []}
              onDone={onDone}
              otherwise={
                order.status === 'pending'
                  ? 'Your role does not decide orders of the fund.'
                  : 'This order waits for nobody.'
              }
            />
          }
        />
      )}
    </Asked>
  );
}

function OrderFacts({ order }: { order: FundOrder }) {
  return (
    <>
      <Agreed order={order} />
      <Course order={order} />
      <Panel title="What else is known">
        <Facts>
          <Fact name="Account" mark={order.facts.account_status === 'active' ? 'good' : 'bad'}>
            {codeWords(order.facts.account_status)}
          </Fact>
          <Fact name="Customer since">
            <When at={order.facts.registered_at} />
          </Fact>
          <Fact name="Other orders">{order.facts.orders_before}</Fact>
          <Fact name="In progress now">{money(order.facts.principal_in_progress, order.currency)}</Fact>
        </Facts>
      </Panel>
    </>
  );
}

function Agreed({ order }: { order: FundOrder }) {
  return (
    <Panel title="What was agreed">
      <Facts>
        <Fact name="Customer">
          <CustomerLink id={order.customer} account={order.account} />
        </Fact>
        <Fact name="Amount">
          <b>{money(order.amount, order.currency)}</b>
        </Fact>
        <Fact name="Tier">{order.project_id}</Fact>
        <Fact name="For">{order.days} days</Fact>
        <Fact name="Income a day">
          {order.rate_min} % to {order.rate_max} %, as far as the strategy made it
        </Fact>
        <Fact name="Ended early">{order.early_fee_rate} % of the principal</Fact>
        <Fact name="Asked for">
          <When at={order.applied_at} />
        </Fact>
        {order.status === 'pending' && (
          <Fact name="Due" mark={order.overdue ? 'bad' : undefined}>
            <When at={order.deadline_at} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Course({ order }: { order: FundOrder }) {
  if (order.status === 'pending') return null;
  return (
    <Panel title="What became of it">
      <Facts>
        {order.reason !== null && <Fact name="Reason">{codeWords(order.reason)}</Fact>}
        <Fact name="Started">
          <WhenOr at={order.started_at} otherwise="Never" />
        </Fact>
        {order.started_at !== null && (
          <>
            <Fact name="Days paid">
              {order.paid_days} of {order.days}
            </Fact>
            <Fact name="Income">{money(order.income, order.currency)}</Fact>
            <Fact name="Next income">
              <WhenOr at={order.next_income_at} otherwise="None" />
            </Fact>
            <Fact name="Runs until">
              <WhenOr at={order.expires_at} otherwise="Unknown" />
            </Fact>
          </>
        )}
        {order.ended_at !== null && (
          <Fact name="Ended">
            <When at={order.ended_at} />
          </Fact>
        )}
        {order.reason === 'terminated' && <Fact name="Fee paid">{money(order.fee, order.currency)}</Fact>}
      </Facts>
    </Panel>
  );
}
