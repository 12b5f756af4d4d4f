/** One withdrawal: the destination, the automatic findings about customer and address, and the decision. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import { useSay } from '../../i18n/say.ts';
import { CaseFrame } from '../../kit/case-frame.tsx';
import type { CaseProps } from '../../kit/case-panel.ts';
import { DecisionBar } from '../../kit/decision-bar.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { mono } from '../../kit/marks.tsx';
import { Asked, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { useServerSeconds } from '../../lib/server-clock.ts';
import { codeWords, listWords } from '../../lib/words.ts';
import { WithdrawalFacts } from './withdrawal-facts.tsx';
import { withdrawalVerdicts } from './verdicts.tsx';

type Withdrawal = ConsoleOutput<'GET withdrawal'>;

export function WithdrawalCase({ of, onDone }: CaseProps) {
  const t = useSay();
  const operator = useOperator();
  const now = useServerSeconds();
  const asked = useAsk('GET withdrawal', { customer: of.customer, id: of.id }, { everyMs: 15_000 });
  return (
    <Asked of={asked}>
      {(withdrawal) => (
        <CaseFrame
          title={t('withdrawals.case', {
            id: withdrawal.id,
            account: withdrawal.account,
            amount: money(withdrawal.amount, withdrawal.currency),
          })}
          chips={
            <>
              <StateChip of="withdrawal" state={withdrawal.status} />
              {withdrawal.hold !== null && <StateChip state="held" />}
              {withdrawal.overdue && <StateChip state="overdue" />}
              {withdrawal.needs_second && <StateChip state="two" says={t('ui.dualApproval')} />}
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
              verdicts={operator === undefined ? [] : withdrawalVerdicts(t, withdrawal, { operator, now })}
              onDone={onDone}
              otherwise={
                withdrawal.decided_at === null ? t('withdrawals.nothingForRole') : t('withdrawals.isEnded')
              }
            />
          }
        />
      )}
    </Asked>
  );
}

function Asking({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useSay();
  const { hold, currency } = withdrawal;
  return (
    <Panel title={t('withdrawals.request')}>
      <Facts>
        <Fact name={t('ui.customer')}>
          <CustomerLink id={withdrawal.customer} account={withdrawal.account} />
        </Fact>
        <Fact name={t('withdrawals.taken')}>
          <b>{money(withdrawal.amount, currency)}</b>
        </Fact>
        <Fact name={t('ui.fee')}>{money(withdrawal.fee, currency)}</Fact>
        <Fact name={t('ui.paidOut')}>
          <b>{money(withdrawal.arrives, currency)}</b>
        </Fact>
        <Fact name={t('withdrawals.to')}>
          {t.rich('withdrawals.onNetwork', {
            address: withdrawal.address,
            network: codeWords(t, 'network', withdrawal.network),
            mono,
          })}
        </Fact>
        <Fact name={t('ui.requested')}>
          <When at={withdrawal.requested_at} />
        </Fact>
        <Fact name={t('ui.due')} mark={withdrawal.overdue ? 'bad' : undefined}>
          <When at={withdrawal.deadline_at} />
        </Fact>
        {hold !== null && <Hold hold={hold} />}
        <Approvers withdrawal={withdrawal} />
        {withdrawal.approved_at !== null && (
          <Fact name={t('withdrawals.approved')}>
            <When at={withdrawal.approved_at} />
          </Fact>
        )}
        {withdrawal.decided_at !== null && (
          <Fact name={t('ui.ended')}>
            <When at={withdrawal.decided_at} />
          </Fact>
        )}
        {withdrawal.reason !== null && (
          <Fact name={t('ui.reason')}>{codeWords(t, 'reason', withdrawal.reason)}</Fact>
        )}
        {withdrawal.paid_reference !== null && (
          <Fact name={t('ui.reference')}>{withdrawal.paid_reference}</Fact>
        )}
        <Payout withdrawal={withdrawal} />
      </Facts>
    </Panel>
  );
}

function Hold({ hold }: { hold: NonNullable<Withdrawal['hold']> }) {
  const t = useSay();
  return (
    <>
      <Fact name={t('withdrawals.held')} mark="look">
        {codeWords(t, 'reason', hold.reason)}
      </Fact>
      <Fact name={t('withdrawals.heldUntil')}>
        <When at={hold.until} />
      </Fact>
    </>
  );
}

function Approvers({ withdrawal: { needs_second: two, first_by, second_by } }: { withdrawal: Withdrawal }) {
  const t = useSay();
  const who = listWords([first_by, second_by].filter((by) => by !== null));
  if (!two && first_by === null) return null;
  const ofTwo = first_by === null ? t('ui.noOneYetOfTwo') : t('ui.ofTwoPeople', { who });
  return <Fact name={t('ui.approvedBy')}>{two ? ofTwo : who}</Fact>;
}

function Payout({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useSay();
  return (
    <>
      {withdrawal.paused !== null && (
        <Fact name={t('withdrawals.notPayable')} mark="bad">
          {codeWords(t, 'reason', withdrawal.paused)}
        </Fact>
      )}
      {withdrawal.payout !== null && (
        <Fact name={t('withdrawals.provider')} mark={withdrawal.payout.trouble === null ? undefined : 'look'}>
          {payoutWords(t, withdrawal.payout)}
        </Fact>
      )}
    </>
  );
}

/** The progress of a payment that was passed to the payment provider, and any error that the provider returned. */
function payoutWords(t: Say, { acknowledged, attempts, trouble }: NonNullable<Withdrawal['payout']>): string {
  const state = acknowledged ? t('withdrawals.acknowledged') : t('withdrawals.attempts', { count: attempts });
  return trouble === null ? state : t('withdrawals.trouble', { state, trouble });
}
