/** Emergency stops, the form with which one operator begins one, and the form with which two end one before its time. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { STOP_HOURS_MAX, stopCauses, stoppedProducts } from '@candor/protocol/stops/targets.ts';
import type { StopCause } from '@candor/protocol/stops/targets.ts';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { listWords } from '../../lib/words.ts';

type Stop = ConsoleOutput<'GET stops'>[number];

const hoursOffered = [1, 2, 4, 8, 12, STOP_HOURS_MAX] as const;

export function StopsPanel() {
  const t = useSay();
  const operator = useOperator();
  const [begins, setBegins] = useState(false);
  const { data: stops = [] } = useAsk('GET stops', {}, { everyMs: 15_000 });
  const mayStop = operator !== undefined && mayCall(operator.role, 'POST stop_begin');
  if (stops.length === 0 && !mayStop) return null;
  return (
    <Panel title={t('stops.title')}>
      {stops.length > 0 && (
        <PlainTable
          label={t('stops.title')}
          columns={[
            { head: t('stops.number') },
            { head: t('stops.target') },
            { head: t('stops.cause') },
            { head: t('stops.begunBy') },
            { head: t('ui.since') },
            { head: t('stops.until') },
            { head: t('stops.approvedBy') },
          ]}
          rows={stops.map((stop) => ({ key: stop.number, cells: cellsOf(t, stop) }))}
        />
      )}
      {mayStop &&
        stops
          .filter((stop) => stop.in_effect)
          .map((stop) => (
            <Box key={stop.number} sx={{ mt: 2 }}>
              <DecisionForm decision={releasing(t, stop)} onDone={() => undefined} focus={false} />
            </Box>
          ))}
      {mayStop && (
        <Box sx={{ mt: 2 }}>
          {begins ? (
            <DecisionForm
              decision={beginning(t)}
              onDone={() => setBegins(false)}
              onCancel={() => setBegins(false)}
            />
          ) : (
            <Button color="error" variant="outlined" onClick={() => setBegins(true)}>
              {t('stops.begin')}
            </Button>
          )}
        </Box>
      )}
    </Panel>
  );
}

function cellsOf(t: Say, { number, target, cause, begun_by: by, since, until, ...stop }: Stop) {
  return [
    number,
    targetWords(t, target),
    t(`stops.causes.${cause}`),
    by,
    <When key="since" at={since} />,
    <Box key="until" sx={{ display: 'flex', gap: 1 }}>
      {stop.in_effect && <StateChip state="held" says={t('stops.lasts')} />}
      <When at={until} />
    </Box>,
    listWords(stop.approvals.map(({ operator }) => operator)) || t('stops.nobody'),
  ];
}

/** An instrument is named by its symbol. */
function targetWords(t: Say, target: string): string {
  if (target === 'payouts') return t('stops.payouts');
  const product = stoppedProducts.find((one) => target === `product:${one}`);
  return product === undefined ? target.replace(/^instrument:/, '') : t(`stops.products.${product}`);
}

function beginning(t: Say): Decision {
  const targets = ['payouts', ...stoppedProducts.map((product) => `product:${product}`)];
  return {
    name: 'stop-begin',
    title: t('stops.beginTitle'),
    says: t('stops.beginSays'),
    fields: [
      {
        name: 'target',
        label: t('stops.target'),
        kind: 'choice',
        needed: true,
        options: [
          ...targets.map((value) => ({ value, says: targetWords(t, value) })),
          { value: 'instrument', says: t('stops.oneInstrument') },
        ],
      },
      { name: 'symbol', label: t('ui.instrument'), kind: 'line', hint: t('stops.symbolHint') },
      {
        name: 'cause',
        label: t('stops.cause'),
        kind: 'choice',
        needed: true,
        options: stopCauses.map((value) => ({ value, says: t(`stops.causes.${value}`) })),
      },
      {
        name: 'hours',
        label: t('stops.hours'),
        kind: 'choice',
        needed: true,
        initial: '1',
        options: hoursOffered.map((hours) => ({
          value: String(hours),
          says: t('stops.hoursCount', { count: hours }),
        })),
      },
      { name: 'reason', label: t('ui.reason'), kind: 'text', needed: true, hint: t('stops.reasonHint') },
    ],
    sendLabel: t('stops.begin'),
    tone: 'error',
    send: (values, call) => {
      const symbol = (values['symbol'] ?? '').trim().toUpperCase();
      const target = values['target'] === 'instrument' ? `instrument:${symbol}` : (values['target'] ?? '');
      return call('POST stop_begin', {
        target,
        cause: values['cause'] as StopCause,
        hours: hoursOffered.find((hours) => String(hours) === values['hours']) ?? 0,
        reason: (values['reason'] ?? '').trim(),
      });
    },
  };
}

function releasing(t: Say, { number, target }: Stop): Decision {
  return {
    name: `stop-release-${number}`,
    title: t('stops.releaseOne', { number, target: targetWords(t, target) }),
    says: t('stops.releaseSays'),
    fields: [{ name: 'reason', label: t('ui.reason'), kind: 'text', needed: true }],
    sendLabel: t('stops.release'),
    send: (values, call) =>
      call('POST stop_release', { id: number, reason: (values['reason'] ?? '').trim() }),
  };
}
