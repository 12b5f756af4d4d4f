/** One application for leverage: the answers, what speaks against, and the verdict. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { leverReasons } from '@candor/protocol/leverage/schemas.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import type { Verdict } from '../../kit/decision-bar.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { WhenOr } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Leverage = ConsoleOutput<'GET leverage'>;

export function LeverageCase({ of, onDone }: CaseProps) {
  const operator = useOperator();
  const may = operator !== undefined && mayCall(operator.role, 'GET leverage');
  const asked = useAsk('GET leverage', { customer: of.customer }, { enabled: may });
  if (!may) return <Nothing>Your role does not decide about leverage.</Nothing>;
  return (
    <Asked of={asked}>
      {(leverage) => (
        <CaseFrame
          title={`Leverage of ${leverage.account}`}
          chips={
            <>
              <StateChip
                state={leverage.application?.status ?? 'none'}
                says={leverage.application === null ? 'Not applied' : undefined}
              />
              <StateChip
                state={leverage.enabled ? 'active' : 'off'}
                says={leverage.enabled ? 'Leverage on' : 'Leverage off'}
              />
            </>
          }
          facts={<LeverageFacts customer={of.customer} leverage={leverage} />}
          decision={
            <DecisionBar
              verdicts={leverageVerdicts(of.customer, leverage)}
              onDone={onDone}
              otherwise="There is nothing to decide."
            />
          }
        />
      )}
    </Asked>
  );
}

function LeverageFacts({ customer, leverage }: { customer: string; leverage: Leverage }) {
  const { application } = leverage;
  return (
    <>
      <Panel title="What speaks against">
        {application === null || application.concerns.length === 0 ? (
          <Nothing>Nothing that the questionnaire tells.</Nothing>
        ) : (
          <Facts>
            {application.concerns.map((concern) => (
              <Fact key={concern} name="Concern" mark="look">
                {codeWords(concern)}
              </Fact>
            ))}
          </Facts>
        )}
      </Panel>
      <Panel title="Application">
        <Facts>
          <Fact name="Customer">
            <CustomerLink id={customer} account={leverage.account} />
          </Fact>
          <Fact name="Open leveraged trades">{leverage.open_trades}</Fact>
          {application === null ? (
            <Fact name="Application">None was handed in</Fact>
          ) : (
            <>
              <Fact name="Handed in">
                <WhenOr at={application.submitted_at} otherwise="Not handed in" />
              </Fact>
              <Fact name="Decided">
                <WhenOr at={application.decided_at} otherwise="Not yet" />
              </Fact>
              {application.reason !== null && <Fact name="Reason">{codeWords(application.reason)}</Fact>}
              {application.quiz_right !== null && (
                <Fact name="Questions right" mark={application.quiz_right >= 4 ? 'good' : 'look'}>
                  {application.quiz_right} of 4
                </Fact>
              )}
              {Object.entries(application.answers ?? {}).map(([question, answer]) => (
                <Fact key={question} name={codeWords(question)}>
                  {codeWords(answer)}
                </Fact>
              ))}
            </>
          )}
        </Facts>
      </Panel>
    </>
  );
}

function leverageVerdicts(customer: string, leverage: Leverage): readonly Verdict[] {
  const { account, application, enabled } = leverage;
  const send = (verdict: 'approve' | 'reject' | 'off') => (values: Values) =>
    call('POST leverage_decide', {
      customer,
      ...(application === null ? {} : { id: application.id }),
      verdict,
      ...(values['reason'] === undefined || values['reason'] === ''
        ? {}
        : { reason: values['reason'] as (typeof leverReasons)[number] }),
      ...(values['note'] === undefined || values['note'] === '' ? {} : { note: values['note'] }),
    });
  const note = { name: 'note', label: 'Note for colleagues', kind: 'text' } as const;
  const reason = {
    name: 'reason',
    label: 'Reason, told to the customer',
    kind: 'choice',
    needed: true,
    options: leverReasons,
  } as const;
  const verdicts: Verdict[] = [];
  if (!enabled) {
    verdicts.push({
      act: 'approve',
      keySign: 'a',
      label: 'Switch on',
      name: `leverage-${customer}-approve`,
      title: 'Switch leverage on',
      says: `Lets ${account} (${customer}) trade contracts, forex and metals with leverage.`,
      fields: [note],
      sendLabel: 'Switch on',
      send: send('approve'),
    });
  }
  if (application?.status === 'submitted') {
    verdicts.push({
      act: 'reject',
      keySign: 'r',
      label: 'Reject',
      name: `leverage-${customer}-reject`,
      title: 'Reject the application',
      says: `Does not let ${account} (${customer}) trade with leverage. The customer is told the reason and can apply again.`,
      fields: [reason, note],
      sendLabel: 'Reject',
      tone: 'error',
      send: send('reject'),
    });
  }
  if (enabled) {
    verdicts.push({
      act: 'reject',
      keySign: 'r',
      label: 'Switch off',
      name: `leverage-${customer}-off`,
      title: 'Switch leverage off',
      says: `${account} (${customer}) opens nothing with leverage any more. What is open has to be closed first.`,
      fields: [reason, note],
      sendLabel: 'Switch off',
      tone: 'error',
      barred: leverage.open_trades > 0 ? `${leverage.open_trades} leveraged trades are open.` : undefined,
      send: send('off'),
    });
  }
  return verdicts;
}
