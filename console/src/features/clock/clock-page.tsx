/** A demo's market clock: what time it is there, and letting it be later, so that income, interest and maturities come. */
import { Alert } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Asked, Page, Panel } from '../../kit/page.tsx';
import { call } from '../../lib/api.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { duration, localTime } from '../../lib/times.ts';

const EVERY_MS = 5000;

export function ClockPage() {
  const asked = useAsk('GET clock', {}, { everyMs: EVERY_MS });
  return (
    <Page title="Clock">
      <Asked of={asked}>{(clock) => <Clock clock={clock} />}</Asked>
    </Page>
  );
}

function Clock({ clock }: { clock: ConsoleOutput<'GET clock'> }) {
  const operator = useOperator();
  const maySet = operator !== undefined && mayCall(operator.role, 'POST clock_forward');
  const ahead = clock.market_time - clock.time;
  return (
    <>
      <Panel title="The market’s time">
        <Facts>
          <Fact name="On the market">{localTime(clock.market_time)}</Fact>
          <Fact name="On the wall">{localTime(clock.time)}</Fact>
          <Fact name="Ahead by">{ahead < 60 ? 'Nothing' : duration(ahead)}</Fact>
        </Facts>
      </Panel>
      {!clock.can_forward && (
        <Alert severity="info">
          Only a simulated market follows its clock; the one that runs now has a time of its own.
        </Alert>
      )}
      {clock.can_forward && maySet && <Forward />}
      {clock.can_forward && !maySet && (
        <Alert severity="info">An admin can let the market be an hour or a day later.</Alert>
      )}
    </>
  );
}

function Forward() {
  const notify = useNotify();
  return (
    <Panel title="Set it forward">
      <DecisionForm
        focus={false}
        decision={{
          name: 'clock-forward',
          title: 'Later, at once and for everybody',
          says: 'Income, interest, financing and maturities that are due by then come now. Nothing is quoted in between: open options end as void, charts show the gap. It cannot be set back, and goes into the log.',
          fields: [
            {
              name: 'step',
              label: 'By',
              kind: 'choice',
              needed: true,
              initial: 'day',
              options: [
                { value: 'hour', says: 'An hour' },
                { value: 'day', says: 'A day' },
              ],
            },
            { name: 'note', label: 'Note for the log', kind: 'line' },
          ],
          sendLabel: 'Set it forward',
          send: (values) => {
            const note = (values['note'] ?? '').trim();
            return call('POST clock_forward', {
              step: values['step'] === 'hour' ? 'hour' : 'day',
              ...(note !== '' && { note }),
            });
          },
        }}
        onDone={() => {
          notify('The market’s clock was set forward.', { type: 'success' });
        }}
      />
    </Panel>
  );
}
