/** What the machine found of a withdrawal's customer and address, marked where it speaks for or against. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Link } from '../../kit/links.tsx';
import { Panel } from '../../kit/page.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { codeWords } from '../../lib/words.ts';

const DAY = 86_400;

export function WithdrawalFacts({ withdrawal }: { withdrawal: ConsoleOutput<'GET withdrawal'> }) {
  const { facts, requested_at: requestedAt } = withdrawal;
  const lately = (at: number | null) => at !== null && requestedAt - at < DAY;
  return (
    <Panel title="What was checked">
      <Facts>
        <Fact name="Identity" mark={facts.verified ? 'good' : 'look'}>
          {facts.verified ? 'Verified' : 'Not verified'}
        </Fact>
        <Fact
          name="Account"
          mark={facts.account_status === 'normal' || facts.account_status === 'active' ? 'good' : 'bad'}
        >
          {codeWords(facts.account_status)}
        </Fact>
        <Fact name="Address in the book since" mark={lately(facts.address_added_at) ? 'look' : 'good'}>
          <When at={facts.address_added_at} />
        </Fact>
        <Fact name="Paid there before" mark={facts.address_paid_before > 0 ? 'good' : 'look'}>
          {facts.address_paid_before === 0 ? 'Never' : `${facts.address_paid_before} times`}
        </Fact>
        <Fact name="Others with this address" mark={facts.address_shared_with.length > 0 ? 'bad' : 'good'}>
          {facts.address_shared_with.length === 0
            ? 'None'
            : facts.address_shared_with.map((customer, index) => (
                <span key={customer}>
                  {index > 0 && ', '}
                  <Link to={`/customers?filter=${encodeURIComponent(JSON.stringify({ q: customer }))}`}>
                    {customer}
                  </Link>
                </span>
              ))}
        </Fact>
        <Fact name="Security changed" mark={lately(facts.security_changed_at) ? 'look' : 'good'}>
          <WhenOr at={facts.security_changed_at} otherwise="Never" />
        </Fact>
        <Fact name="New device" mark={lately(facts.new_device_at) ? 'look' : 'good'}>
          <WhenOr at={facts.new_device_at} otherwise="None lately" />
        </Fact>
        <Fact name="Deposited so far">{money(facts.deposited_usdt, 'USDT')}</Fact>
        <Fact name="Withdrawn so far">{money(facts.withdrawn_usdt, 'USDT')}</Fact>
        <Fact name="Customer since">
          <When at={facts.registered_at} />
        </Fact>
      </Facts>
    </Panel>
  );
}
