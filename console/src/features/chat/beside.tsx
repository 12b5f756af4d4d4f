/** The panel next to a conversation: the customer's account standing and open cases. It is empty for a visitor. */
import { Alert, Box } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { CustomerLink } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { money } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';

export function Beside({ customer }: { customer: string | null }) {
  const t = useSay();
  return customer === null ? (
    <Panel title={t('ui.visitor')}>
      <Nothing>{t('chat.visitorText')}</Nothing>
    </Panel>
  ) : (
    <Customer id={customer} />
  );
}

function Customer({ id }: { id: string }) {
  const t = useSay();
  const asked = useAsk('GET customer', { customer: id }, { everyMs: 30_000 });
  return (
    <Asked of={asked}>
      {(customer) => (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
          {customer.same_device && <Alert severity="warning">{t('chat.sameDevice')}</Alert>}
          <Panel title={t('chat.customer')}>
            <Facts>
              <Fact name={t('ui.account')}>
                <CustomerLink id={customer.id} account={customer.account} />
              </Fact>
              <Fact name={t('ui.standing')}>
                <StateChip state={customer.status} />
              </Fact>
              <Fact name={t('ui.identity')}>
                <StateChip state={customer.kyc_status} />
              </Fact>
              <Fact name={t('ui.country')}>{customer.country ?? t('ui.unknown')}</Fact>
              <Fact name={t('ui.email')}>{customer.email ?? t('ui.none')}</Fact>
              <Fact name={t('chat.worth')}>{money(customer.value_usdt, 'USDT')}</Fact>
              <Fact name={t('ui.creditScore')}>{customer.credit_score}</Fact>
              <Fact name={t('ui.leverage')}>{customer.lever_enabled ? t('ui.on') : t('ui.off')}</Fact>
              <Fact name={t('ui.registered')}>
                <When at={customer.registered_at} />
              </Fact>
              <Fact name={t('ui.lastSeen')}>
                <WhenOr at={customer.last_seen_at} otherwise={t('ui.never')} />
              </Fact>
            </Facts>
          </Panel>
          <Panel title={t('chat.openItems')}>
            {customer.open.every(({ count }) => count === 0) ? (
              <Nothing>{t('ui.nothingOpen')}</Nothing>
            ) : (
              <Facts>
                {customer.open
                  .filter(({ count }) => count > 0)
                  .map(({ kind, count }) => (
                    <Fact key={kind} name={codeWords(t, 'open', kind)}>
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
