/** Who asks, beside what they say: how their account stands and what of theirs waits. Of a visitor nothing is known. */
import { Alert, Box } from '@mui/material';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';

export function Beside({ customer }: { customer: string | null }) {
  return customer === null ? (
    <Panel title="Visitor">
      <Nothing>
        Nobody is signed in. Nothing is known but what they say, so say nothing of any account.
      </Nothing>
    </Panel>
  ) : (
    <Customer id={customer} />
  );
}

function Customer({ id }: { id: string }) {
  const asked = useAsk('GET customer', { customer: id }, { everyMs: 30_000 });
  return (
    <Asked of={asked}>
      {(customer) => (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
          {customer.same_device && (
            <Alert severity="warning">
              This customer signed in on a device from which you signed in too.
            </Alert>
          )}
          <Panel title="Customer">
            <Facts>
              <Fact name="Account">
                <CustomerLink id={customer.id} account={customer.account} />
              </Fact>
              <Fact name="Standing">
                <StateChip state={customer.status} />
              </Fact>
              <Fact name="Identity">
                <StateChip state={customer.kyc_status} />
              </Fact>
              <Fact name="Country">{customer.country ?? 'Unknown'}</Fact>
              <Fact name="E-mail">{customer.email ?? 'None'}</Fact>
              <Fact name="Worth">{money(customer.value_usdt, 'USDT')}</Fact>
              <Fact name="Credit score">{customer.credit_score}</Fact>
              <Fact name="Leverage">{customer.lever_enabled ? 'On' : 'Off'}</Fact>
              <Fact name="Registered">
                <When at={customer.registered_at} />
              </Fact>
              <Fact name="Last seen">
                <WhenOr at={customer.last_seen_at} otherwise="Never" />
              </Fact>
            </Facts>
          </Panel>
          <Panel title="What is open">
            {customer.open.every(({ count }) => count === 0) ? (
              <Nothing>Nothing is open.</Nothing>
            ) : (
              <Facts>
                {customer.open
                  .filter(({ count }) => count > 0)
                  .map(({ kind, count }) => (
                    <Fact key={kind} name={codeWords(kind)}>
                      {count}
                    </Fact>
                  ))}
              </Facts>
            )}
          </Panel>
        </Box>
      )}
    </Asked>
  );
}
