/** One application for leverage: the answers, any warnings, and the decision. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { leverReasons } from '@candor/protocol/leverage/schemas.ts';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import type { Verdict } from '../../kit/decision-bar.tsx';
import { noteField, reasonField } from '../../kit/decision-fields.tsx';
import type { Values } from '../../kit/decision-fields.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { WhenOr } from '../../kit/when.tsx';
import type { Client } from '../../lib/client.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';

type Leverage = ConsoleOutput<'GET leverage'>;

export function LeverageCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const may = operator !== undefined && mayCall(operator.role, 'GET leverage');
  const asked = useAsk('GET leverage', { customer: of.customer }, { enabled: may });
  if (!may) return <Nothing>{t('leverage.mayNotDecide')}</Nothing>;
  return (
    <Asked of={asked}>
      {(leverage) => (
        <CaseFrame
          title={t('leverage.case', { account: leverage.account })}
          chips={
            <>
              <StateChip
                state={leverage.application?.status ?? 'none'}
                says={leverage.application === null ? t('leverage.notApplied') : undefined}
              />
              <StateChip
                state={leverage.enabled ? 'active' : 'off'}
                says={leverage.enabled ? t('leverage.isOn') : t('leverage.isOff')}
              />
            </>
          }
          facts={<LeverageFacts customer={of.customer} leverage={leverage} />}
          decision={
            <DecisionBar
              verdicts={leverageVerdicts(t, of.customer, leverage)}
              onDone={onDone}
              otherwise={t('leverage.nothingToDecide')}
            />
          }
        />
      )}
    </Asked>
  );
}

function LeverageFacts({ customer, leverage }: { customer: string; leverage: Leverage }) {
  const t = useSay();
  const { application } = leverage;
  return (
    <>
      <Panel title={t('leverage.concerns')}>
        {application === null || application.concerns.length === 0 ? (
          <Nothing>{t('leverage.noConcerns')}</Nothing>
        ) : (
          <Facts>
            {application.concerns.map((concern) => (
              <Fact key={concern} name={t('leverage.concern')} mark="look">
                {codeWords(t, 'reason', concern)}
              </Fact>
            ))}
          </Facts>
        )}
      </Panel>
      <Panel title={t('leverage.application')}>
        <Facts>
          <Fact name={t('ui.customer')}>
            <CustomerLink id={customer} account={leverage.account} />
          </Fact>
          <Fact name={t('leverage.openTrades')}>{leverage.open_trades}</Fact>
          {application === null ? (
            <Fact name={t('leverage.application')}>{t('leverage.noApplication')}</Fact>
          ) : (
            <>
              <Fact name={t('ui.submitted')}>
                <WhenOr at={application.submitted_at} otherwise={t('leverage.notSubmitted')} />
              </Fact>
              <Fact name={t('ui.decided')}>
                <WhenOr at={application.decided_at} otherwise={t('ui.notYet')} />
              </Fact>
              {application.reason !== null && (
                <Fact name={t('ui.reason')}>{codeWords(t, 'reason', application.reason)}</Fact>
              )}
              {application.quiz_right !== null && (
                <Fact name={t('leverage.quizRight')} mark={application.quiz_right >= 4 ? 'good' : 'look'}>
                  {t('leverage.rightOf', { count: application.quiz_right })}
                </Fact>
              )}
              {Object.entries(application.answers ?? {}).map(([question, answer]) => (
                <Fact key={question} name={codeWords(t, 'question', question)}>
                  {codeWords(t, 'answer', `${question}.${answer}`)}
                </Fact>
              ))}
            </>
          )}
        </Facts>
      </Panel>
    </>
  );
}

function leverageVerdicts(t: Say, customer: string, leverage: Leverage): readonly Verdict[] {
  const { account, application, enabled } = leverage;
  const send = (verdict: 'approve' | 'reject' | 'off') => (values: Values, call: Client) =>
    call('POST leverage_decide', {
      customer,
      ...(application === null ? {} : { id: application.id }),
      verdict,
      ...(values['reason'] === undefined || values['reason'] === ''
        ? {}
        : { reason: values['reason'] as (typeof leverReasons)[number] }),
      ...(values['note'] === undefined || values['note'] === '' ? {} : { note: values['note'] }),
    });
  const note = noteField(t);
  const reason = reasonField(t, leverReasons);
  const verdicts: Verdict[] = [];
  if (!enabled) {
    verdicts.push({
      act: 'approve',
      keySign: 'a',
      label: t('leverage.switchOn'),
      name: `leverage-${customer}-approve`,
      title: t('leverage.switchOnTitle'),
      says: t('leverage.switchOnSays', { account, customer }),
      fields: [note],
      sendLabel: t('leverage.switchOn'),
      send: send('approve'),
    });
  }
  if (application?.status === 'submitted') {
    verdicts.push({
      act: 'reject',
      keySign: 'r',
      label: t('ui.reject'),
      name: `leverage-${customer}-reject`,
      title: t('leverage.rejectTitle'),
      says: t('leverage.rejectSays', { account, customer }),
      fields: [reason, note],
      sendLabel: t('ui.reject'),
      tone: 'error',
      send: send('reject'),
    });
  }
  if (enabled) {
    verdicts.push({
      act: 'reject',
      keySign: 'r',
      label: t('leverage.switchOff'),
      name: `leverage-${customer}-off`,
      title: t('leverage.switchOffTitle'),
      says: t('leverage.switchOffSays', { account, customer }),
      fields: [reason, note],
      sendLabel: t('leverage.switchOff'),
      tone: 'error',
      barred:
        leverage.open_trades > 0 ? t('leverage.tradesOpen', { count: leverage.open_trades }) : undefined,
      send: send('off'),
    });
  }
  return verdicts;
}
