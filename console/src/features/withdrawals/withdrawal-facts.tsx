/** The automatic findings about a withdrawal's customer and address, each marked as favourable or unfavourable. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Link } from '../../kit/links.tsx';
import { Panel } from '../../kit/page.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

const DAY = 86_400;

export function WithdrawalFacts({ withdrawal }: { withdrawal: ConsoleOutput<'GET withdrawal'> }) {
  const t = useSay();
  const { facts, requested_at: requestedAt } = withdrawal;
  const lately = (at: number | null) => at !== null && requestedAt - at < DAY;
  return (
    <Panel title={t('ui.checks')}>
      <Facts>
        <Fact name={t('ui.identity')} mark={facts.verified ? 'good' : 'look'}>
          {facts.verified ? t('ui.verified') : t('ui.notVerified')}
        </Fact>
        <Fact
          name={t('ui.account')}
          mark={facts.account_status === 'normal' || facts.account_status === 'active' ? 'good' : 'bad'}
        >
          {codeWords(t, 'status', facts.account_status)}
        </Fact>
        <Fact name={t('withdrawals.addressSince')} mark={lately(facts.address_added_at) ? 'look' : 'good'}>
          <When at={facts.address_added_at} />
        </Fact>
        <Fact name={t('withdrawals.paidBefore')} mark={facts.address_paid_before > 0 ? 'good' : 'look'}>
          {facts.address_paid_before === 0
            ? t('ui.never')
            : t('withdrawals.paidTimes', { count: facts.address_paid_before })}
        </Fact>
        <Fact name={t('withdrawals.sharedWith')} mark={facts.address_shared_with.length > 0 ? 'bad' : 'good'}>
          {facts.address_shared_with.length === 0
            ? t('ui.none')
            : facts.address_shared_with.map((customer, index) => (
                <span key={customer}>
                  {index > 0 && ' · '}
                  <Link to={`/customers?filter=${encodeURIComponent(JSON.stringify({ q: customer }))}`}>
                    {customer}
                  </Link>
                </span>
              ))}
        </Fact>
        <Fact name={t('ui.securityChanged')} mark={lately(facts.security_changed_at) ? 'look' : 'good'}>
          <WhenOr at={facts.security_changed_at} otherwise={t('ui.never')} />
        </Fact>
        <Fact name={t('withdrawals.newDevice')} mark={lately(facts.new_device_at) ? 'look' : 'good'}>
          <WhenOr at={facts.new_device_at} otherwise={t('withdrawals.noneLately')} />
        </Fact>
        <Fact name={t('withdrawals.deposited')}>{money(facts.deposited_usdt, 'USDT')}</Fact>
        <Fact name={t('withdrawals.withdrawn')}>{money(facts.withdrawn_usdt, 'USDT')}</Fact>
        <Fact name={t('ui.customerSince')}>
          <When at={facts.registered_at} />
        </Fact>
      </Facts>
    </Panel>
  );
}
