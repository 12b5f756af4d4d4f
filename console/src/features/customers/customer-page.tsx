/** A customer's data, and the actions that the operator may take. */
import { Alert, Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useParams } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
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
import { codeWords, listWords } from '../../lib/words.ts';
import { Links } from './links.tsx';
import { CustomerActs } from './staff-activity.tsx';
import { Timeline } from './timeline.tsx';

export type Customer = ConsoleOutput<'GET customer'>;

export function CustomerPage({ panels }: { readonly panels: readonly CustomerPanel[] }) {
  const t = useSay();
  const { id = '' } = useParams();
  const asked = useAsk('GET customer', { customer: id }, { everyMs: 30_000 });
  return (
    <Asked of={asked}>
      {(customer) => (
        <Page
          title={t('customers.named', { account: customer.account, id: customer.id })}
          actions={
            <>
              <StateChip state={customer.status} />
              <StateChip
                state={customer.kyc_status}
                says={t('customers.identityIs', { state: codeWords(t, 'status', customer.kyc_status) })}
              />
            </>
          }
        >
          {customer.tied && <Alert severity="warning">{t('customers.tied')}</Alert>}
          {customer.same_device && <Alert severity="warning">{t('customers.sameDevice')}</Alert>}
          <Box
            sx={{
              display: 'grid',
              // On a narrow screen, one column below the other.
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
              gap: 2,
              alignItems: 'start',
            }}
          >
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <Who customer={customer} />
              <Open customer={customer} />
              <Balances customer={customer} />
              <Holds customer={customer} />
            </Box>
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <CustomerActs customer={customer} />
              {panels.map(({ place, Panel: Own }) => (
                <Own key={place} customer={customer.id} tied={customer.tied} />
              ))}
              <Links customer={customer.id} />
              <Timeline customer={customer.id} />
            </Box>
          </Box>
        </Page>
      )}
    </Asked>
  );
}

function Who({ customer }: { customer: Customer }) {
  const t = useSay();
  return (
    <Panel title={t('customers.who')}>
      <Facts>
        <Fact name={t('ui.email')}>{customer.email ?? t('ui.none')}</Fact>
        <Fact name={t('ui.country')}>{customer.country ?? t('ui.unknown')}</Fact>
        <Fact name={t('ui.standing')} mark={customer.status_reason === null ? undefined : 'look'}>
          {customer.status_reason === null
            ? codeWords(t, 'status', customer.status)
            : t('customers.standingBecause', {
                state: codeWords(t, 'status', customer.status),
                reason: codeWords(t, 'reason', customer.status_reason),
              })}
        </Fact>
        <Fact name={t('ui.creditScore')}>{customer.credit_score}</Fact>
        <Fact name={t('ui.leverage')}>{customer.lever_enabled ? t('ui.on') : t('ui.off')}</Fact>
        <Fact name={t('customers.inviteCode')}>{customer.invite_code}</Fact>
        <Fact name={t('customers.invitedBy')}>
          {customer.invited_by === null ? (
            t('customers.noInviter')
          ) : (
            <Link to={`/customers/${customer.invited_by}/show`}>{customer.invited_by}</Link>
          )}
        </Fact>
        <Fact name={t('ui.registered')}>
          <When at={customer.registered_at} />
        </Fact>
        <Fact name={t('ui.lastSeen')}>
          <WhenOr at={customer.last_seen_at} otherwise={t('ui.never')} />
        </Fact>
        <Fact name={t('customers.devices')}>{customer.devices}</Fact>
        <Fact
          name={t('customers.secondFactor')}
          mark={customer.totp || customer.passkeys > 0 ? 'good' : 'look'}
        >
          {listWords(
            [
              customer.totp ? t('customers.authenticator') : '',
              customer.passkeys > 0 ? t('customers.passkeyCount', { count: customer.passkeys }) : '',
            ].filter((one) => one !== ''),
          ) || t('ui.none')}
        </Fact>
        <Fact name={t('customers.tradingPin')}>
          {customer.has_trading_password ? t('customers.isSet') : t('customers.notSet')}
        </Fact>
        <Fact name={t('customers.bankCard')}>
          {customer.has_bank_card ? t('customers.bound') : t('ui.none')}
        </Fact>
        <Fact name={t('ui.securityChanged')}>
          <WhenOr at={customer.security_changed_at} otherwise={t('ui.never')} />
        </Fact>
      </Facts>
    </Panel>
  );
}

const LISTED: ReadonlySet<string> = new Set(['deposit', 'withdrawal', 'fund_order', 'loan']);

/** Maps each kind of open item to its page. */
function placeOf(kind: string, id: string): string | undefined {
  const filter = encodeURIComponent(JSON.stringify({ customer: id }));
  if (LISTED.has(kind)) return `/${kind}s?filter=${filter}`;
  if (kind === 'kyc' || kind === 'leverage') return `/cases/${kind}-${id}-0`;
  return undefined;
}

function Open({ customer }: { customer: Customer }) {
  const t = useSay();
  const operator = useOperator();
  const open = customer.open.filter((one) => one.count > 0);
  return (
    <Panel title={t('customers.openItems')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 1 }}>
        <Link to={placeOf('deposit', customer.id) ?? ''}>{t('ui.deposits')}</Link>
        <Link to={placeOf('withdrawal', customer.id) ?? ''}>{t('ui.withdrawals')}</Link>
        <Link to={placeOf('fund_order', customer.id) ?? ''}>{t('ui.fundOrders')}</Link>
        <Link to={placeOf('loan', customer.id) ?? ''}>{t('ui.loans')}</Link>
        {operator !== undefined && mayCall(operator.role, 'GET leverage') && (
          <Link to={placeOf('leverage', customer.id) ?? ''}>{t('ui.leverage')}</Link>
        )}
        {operator !== undefined &&
          mayCall(operator.role, 'POST kyc') &&
          customer.kyc_status !== 'not_started' && (
            <Link to={placeOf('kyc', customer.id) ?? ''}>{t('ui.identity')}</Link>
          )}
      </Box>
      {open.length === 0 ? (
        <Nothing>{t('ui.nothingOpen')}</Nothing>
      ) : (
        <Facts>
          {open.map((one) => (
            <Fact key={one.kind} name={codeWords(t, 'open', one.kind)}>
              {one.count}
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  );
}

function Balances({ customer }: { customer: Customer }) {
  const t = useSay();
  return (
    <Panel title={t('ui.balances')} aside={<b>{money(customer.value_usdt, 'USDT')}</b>}>
      {customer.balances.length === 0 ? (
        <Nothing>{t('customers.noBalances')}</Nothing>
      ) : (
        <PlainTable
          label={t('ui.balances')}
          columns={[
            { head: t('ui.account') },
            { head: t('ui.currency') },
            { head: t('ui.amount'), figures: true },
          ]}
          rows={customer.balances.map((row) => ({
            key: `${row.account} ${row.currency}`,
            cells: [codeWords(t, 'account', row.account), row.currency, grouped(row.amount)],
          }))}
        />
      )}
    </Panel>
  );
}

/** The items that freeze parts of the balances. */
function Holds({ customer }: { customer: Customer }) {
  const t = useSay();
  return (
    <Panel title={t('customers.held')}>
      {customer.holds.length === 0 ? (
        <Nothing>{t('customers.nothingHeld')}</Nothing>
      ) : (
        <PlainTable
          label={t('customers.held')}
          columns={[
            { head: t('customers.heldFor') },
            { head: t('ui.account') },
            { head: t('ui.amount'), figures: true },
            { head: t('ui.currency') },
          ]}
          rows={customer.holds.map(({ ref, account, currency, amount }) => ({
            key: `${ref} ${account} ${currency}`,
            cells: [holdWords(t, ref), codeWords(t, 'account', account), grouped(amount), currency],
          }))}
        />
      )}
    </Panel>
  );
}

/** "spot_order:123" as the kind of item and its number. */
function holdWords(t: Say, ref: string): string {
  const [kind = '', id = ''] = ref.split(':');
  return listWords([codeWords(t, 'open', kind), id]);
}
