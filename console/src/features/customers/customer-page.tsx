/** Everything about one customer, and what may be done. */
import { Alert, Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useParams } from 'react-admin';
import type { CustomerPanel } from '../../kit/customer-panel.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { grouped, money } from '../../lib/figures.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';
import { CustomerActs } from './staff-activity.tsx';
import { Timeline } from './timeline.tsx';

export type Customer = ConsoleOutput<'GET customer'>;

export function CustomerPage({ panels }: { readonly panels: readonly CustomerPanel[] }) {
  const { id = '' } = useParams();
  const asked = useAsk('GET customer', { customer: id }, { everyMs: 30_000 });
  return (
    <Asked of={asked}>
      {(customer) => (
        <Page
          title={`${customer.account} (${customer.id})`}
          actions={
            <>
              <StateChip state={customer.status} />
              <StateChip
                state={customer.kyc_status}
                says={`Identity: ${codeWords(customer.kyc_status).toLowerCase()}`}
              />
            </>
          }
        >
          {customer.tied && (
            <Alert severity="warning">You are tied to this customer and decide nothing about them.</Alert>
          )}
          {customer.same_device && (
            <Alert severity="warning">
              This customer signed in on a device from which you signed in too. That is on record.
            </Alert>
          )}
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
              gap: 2,
              alignItems: 'start',
            }}
          >
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <Who customer={customer} />
              <Open customer={customer} />
              <Balances customer={customer} />
            </Box>
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <CustomerActs customer={customer} />
              {panels.map(({ place, Panel: Own }) => (
                <Own key={place} customer={customer.id} tied={customer.tied} />
              ))}
              <Timeline customer={customer.id} />
            </Box>
          </Box>
        </Page>
      )}
    </Asked>
  );
}

function Who({ customer }: { customer: Customer }) {
  return (
    <Panel title="Who and how safe">
      <Facts>
        <Fact name="E-mail">{customer.email ?? 'None'}</Fact>
        <Fact name="Country">{customer.country ?? 'Unknown'}</Fact>
        <Fact name="Standing" mark={customer.status_reason === null ? undefined : 'look'}>
          {codeWords(customer.status)}
          {customer.status_reason !== null && `: ${codeWords(customer.status_reason).toLowerCase()}`}
        </Fact>
        <Fact name="Credit score">{customer.credit_score}</Fact>
        <Fact name="Leverage">{customer.lever_enabled ? 'On' : 'Off'}</Fact>
        <Fact name="Invite code">{customer.invite_code}</Fact>
        <Fact name="Invited by">
          {customer.invited_by === null ? (
            'Nobody'
          ) : (
            <Link to={`/customers/${customer.invited_by}/show`}>{customer.invited_by}</Link>
          )}
        </Fact>
        <Fact name="Registered">
          <When at={customer.registered_at} />
        </Fact>
        <Fact name="Last seen">
          <WhenOr at={customer.last_seen_at} otherwise="Never" />
        </Fact>
        <Fact name="Devices">{customer.devices}</Fact>
        <Fact name="Second factor" mark={customer.totp || customer.passkeys > 0 ? 'good' : 'look'}>
          {[
            customer.totp ? 'Authenticator' : '',
            customer.passkeys > 0 ? `${customer.passkeys} passkeys` : '',
          ]
            .filter((one) => one !== '')
            .join(', ') || 'None'}
        </Fact>
        <Fact name="Trading password">{customer.has_trading_password ? 'Set' : 'Not set'}</Fact>
        <Fact name="Bank card">{customer.has_bank_card ? 'Bound' : 'None'}</Fact>
        <Fact name="Security changed">
          <WhenOr at={customer.security_changed_at} otherwise="Never" />
        </Fact>
      </Facts>
    </Panel>
  );
}

const LISTED: ReadonlySet<string> = new Set(['deposit', 'withdrawal', 'fund_order', 'loan']);

/** Where each kind of open thing is looked at. */
function placeOf(kind: string, id: string): string | undefined {
  const filter = encodeURIComponent(JSON.stringify({ customer: id }));
  if (LISTED.has(kind)) return `/${kind}s?filter=${filter}`;
  if (kind === 'kyc' || kind === 'leverage') return `/cases/${kind}-${id}-0`;
  return undefined;
}

function Open({ customer }: { customer: Customer }) {
  const operator = useOperator();
  const open = customer.open.filter((one) => one.count > 0);
  return (
    <Panel title="What is open">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 1 }}>
        <Link to={placeOf('deposit', customer.id) ?? ''}>Deposits</Link>
        <Link to={placeOf('withdrawal', customer.id) ?? ''}>Withdrawals</Link>
        <Link to={placeOf('fund_order', customer.id) ?? ''}>Fund orders</Link>
        <Link to={placeOf('loan', customer.id) ?? ''}>Loans</Link>
        {operator !== undefined && mayCall(operator.role, 'GET leverage') && (
          <Link to={placeOf('leverage', customer.id) ?? ''}>Leverage</Link>
        )}
        {operator !== undefined &&
          mayCall(operator.role, 'POST kyc') &&
          customer.kyc_status !== 'not_started' && (
            <Link to={placeOf('kyc', customer.id) ?? ''}>Identity</Link>
          )}
      </Box>
      {open.length === 0 ? (
        <Nothing>Nothing is open.</Nothing>
      ) : (
        <Facts>
          {open.map((one) => (
            <Fact key={one.kind} name={codeWords(one.kind)}>
              {one.count}
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  );
}

function Balances({ customer }: { customer: Customer }) {
  return (
    <Panel title="Balances" aside={<b>{money(customer.value_usdt, 'USDT')}</b>}>
      {customer.balances.length === 0 ? (
        <Nothing>Nothing is held.</Nothing>
      ) : (
        <PlainTable
          label="Balances"
          columns={[{ head: 'Account' }, { head: 'Currency' }, { head: 'Amount', figures: true }]}
          rows={customer.balances.map((row) => ({
            key: `${row.account} ${row.currency}`,
            cells: [codeWords(row.account), row.currency, grouped(row.amount)],
          }))}
        />
      )}
    </Panel>
  );
}
