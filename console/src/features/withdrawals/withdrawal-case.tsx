/** One withdrawal: where the money would go, what the machine knows of customer and address, and the verdict. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Box } from '@mui/material';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { useServerSeconds } from '../../lib/server-clock.ts';
import { codeWords } from '../../lib/words.ts';
import { WithdrawalFacts } from './withdrawal-facts.tsx';
import { withdrawalVerdicts } from './verdicts.tsx';

type Withdrawal = ConsoleOutput<'GET withdrawal'>;

export function WithdrawalCase({ of, onDone }: CaseProps) {
  const operator = useOperator();
  const now = useServerSeconds();
  const asked = useAsk('GET withdrawal', { customer: of.customer, id: of.id }, { everyMs: 15_000 });
  return (
    <Asked of={asked}>
      {(withdrawal) => (
        <CaseFrame
          title={`Withdrawal ${withdrawal.id} of ${withdrawal.account}: ${money(withdrawal.amount, withdrawal.currency)}`}
          chips={
            <>
              <StateChip state={withdrawal.status} />
              {withdrawal.hold !== null && <StateChip state="held" />}
              {withdrawal.overdue && <StateChip state="overdue" />}
              {withdrawal.needs_second && <StateChip state="two" says="Two persons" />}
            </>
          }
          facts={
            <>
              <Asking withdrawal={withdrawal} />
              <WithdrawalFacts withdrawal={withdrawal} />
            </>
          }
          decision={
            <DecisionBar
              verdicts={operator === undefined ? [] : withdrawalVerdicts(withdrawal, operator, now)}
              onDone={onDone}
              otherwise={
                withdrawal.decided_at === null
                  ? 'There is nothing that your role decides here now.'
                  : 'This withdrawal has ended.'
              }
            />
          }
        />
      )}
    </Asked>
  );
}

function Asking({ withdrawal }: { withdrawal: Withdrawal }) {
  const { hold, currency } = withdrawal;
  return (
    <Panel title="What is asked for">
      <Facts>
        <Fact name="Customer">
          <CustomerLink id={withdrawal.customer} account={withdrawal.account} />
        </Fact>
        <Fact name="Taken">
          <b>{money(withdrawal.amount, currency)}</b>
        </Fact>
        <Fact name="Fee">{money(withdrawal.fee, currency)}</Fact>
        <Fact name="Paid out">
          <b>{money(withdrawal.arrives, currency)}</b>
        </Fact>
        <Fact name="To">
          <Box component="span" sx={{ fontFamily: 'ui-monospace, monospace' }}>
            {withdrawal.address}
          </Box>{' '}
          on {codeWords(withdrawal.network)}
        </Fact>
        <Fact name="Requested">
          <When at={withdrawal.requested_at} />
        </Fact>
        <Fact name="Due" mark={withdrawal.overdue ? 'bad' : undefined}>
          <When at={withdrawal.deadline_at} />
        </Fact>
        {hold !== null && (
          <Fact name="Held" mark="look">
            {codeWords(hold.reason)}, until <When at={hold.until} />
          </Fact>
        )}
        {withdrawal.needs_second && (
          <Fact name="Approved by">
            {[withdrawal.first_by, withdrawal.second_by].filter((by) => by !== null).join(', ') ||
              'Nobody yet'}{' '}
            (two persons needed)
          </Fact>
        )}
        {!withdrawal.needs_second && withdrawal.first_by !== null && (
          <Fact name="Approved by">{withdrawal.first_by}</Fact>
        )}
        {withdrawal.approved_at !== null && (
          <Fact name="Approved">
            <When at={withdrawal.approved_at} />
          </Fact>
        )}
        {withdrawal.decided_at !== null && (
          <Fact name="Ended">
            <When at={withdrawal.decided_at} />
          </Fact>
        )}
        {withdrawal.reason !== null && <Fact name="Reason">{codeWords(withdrawal.reason)}</Fact>}
        {withdrawal.paid_reference !== null && <Fact name="Reference">{withdrawal.paid_reference}</Fact>}
        {withdrawal.paused !== null && (
          <Fact name="Not to be paid now" mark="bad">
            {codeWords(withdrawal.paused)}
          </Fact>
        )}
        {withdrawal.payout !== null && (
          <Fact name="Payment provider" mark={withdrawal.payout.trouble === null ? undefined : 'look'}>
            {withdrawal.payout.acknowledged
              ? 'Told and acknowledged'
              : `Told ${withdrawal.payout.attempts} times`}
            {withdrawal.payout.trouble !== null && `: ${withdrawal.payout.trouble}`}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
