/** The clock of a demo, which the operator can set forward so that income, interest and maturities fall due. */
import { Alert } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { useApi } from '../../lib/api.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { duration, localTime } from '../../lib/times.ts';

const EVERY_MS = 5000;

export function ClockPage() {
  const t = useSay();
  const asked = useAsk('GET clock', {}, { everyMs: EVERY_MS });
  return (
    <Page title={t('clock.title')}>
      <Asked of={asked}>{(clock) => <Clock clock={clock} />}</Asked>
    </Page>
  );
}

function Clock({ clock }: { clock: ConsoleOutput<'GET clock'> }) {
  const t = useSay();
  const operator = useOperator();
  const maySet = operator !== undefined && mayCall(operator.role, 'POST clock_forward');
  const apart = Math.abs(clock.ahead);
  return (
    <>
      <Panel title={t('clock.market')}>
        <Facts>
          <Fact name={t('clock.onMarket')}>{localTime(clock.market_time)}</Fact>
          <Fact name={t('clock.onWall')}>{localTime(clock.time)}</Fact>
          <Fact name={t(clock.ahead < 0 ? 'clock.behindBy' : 'clock.aheadBy')}>
            {apart < 60 ? t('clock.nothing') : duration(t, apart)}
          </Fact>
        </Facts>
      </Panel>
      {!clock.can_forward && <Alert severity="info">{t('clock.fixed')}</Alert>}
      {clock.can_forward && maySet && <Forward />}
      {clock.can_forward && !maySet && <Alert severity="info">{t('clock.anAdmin')}</Alert>}
    </>
  );
}

function Forward() {
  const { call } = useApi();
  const t = useSay();
  const notify = useNotify();
  return (
    <Panel title={t('clock.forward')}>
      <DecisionForm
        focus={false}
        decision={{
          name: 'clock-forward',
          title: t('clock.forwardTitle'),
          says: t('clock.forwardSays'),
          fields: [
            {
              name: 'step',
              label: t('clock.by'),
              kind: 'choice',
              needed: true,
              initial: 'day',
              options: [
                { value: 'hour', says: t('clock.hour') },
                { value: 'day', says: t('clock.day') },
              ],
            },
            { name: 'note', label: t('clock.note'), kind: 'line' },
          ],
          sendLabel: t('clock.forward'),
          send: (values) => {
            const note = (values['note'] ?? '').trim();
            return call('POST clock_forward', {
              step: values['step'] === 'hour' ? 'hour' : 'day',
              ...(note !== '' && { note }),
            });
          },
        }}
        onDone={() => {
          notify(t('clock.wasSet'), { type: 'success' });
        }}
      />
    </Panel>
  );
}
