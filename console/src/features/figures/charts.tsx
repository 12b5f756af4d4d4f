/** All charts of an answer, each with the lists that it leads to. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { figureProducts } from '@candor/protocol/figures/series.ts';
import { Box, TextField } from '@mui/material';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { codeWords } from '../../lib/words.ts';
import { Figures } from './chart-lines.ts';
import type { ChartLine } from './chart-lines.ts';
import { ChartPanel } from './chart-panel.tsx';
import type { ChartSpec, Spans } from './chart-panel.tsx';
import { startsOf } from './period.ts';
import { spanWords } from './span-words.ts';

type Answer = ConsoleOutput<'GET figures'>;

export function Charts({ answer, onDay }: { answer: Answer; onDay: (day: number) => void }) {
  const t = useSay();
  const starts = startsOf(answer);
  const figures = new Figures(answer.series, starts);
  const spans: Spans = {
    names: starts.map((start) => spanWords(start, answer.span)),
    onOpen: answer.span === 'hour' ? undefined : (at) => onDay(starts[at] ?? answer.from),
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))',
        gap: 2,
        alignItems: 'stretch',
      }}
    >
      {happenedSpecs(t, figures).map(({ to, ...spec }) => (
        <ChartPanel
          key={spec.title}
          spec={spec}
          spans={spans}
          aside={to?.map(([path, words]) => (
            <Link key={path} to={path}>
              {words}
            </Link>
          ))}
        />
      ))}
      <Custody figures={figures} spans={spans} />
      <Exposure figures={figures} spans={spans} />
      <ChartPanel
        spec={{
          ...{ title: t('figures.chart.cover'), kind: 'lines', unit: 'amount' },
          lines: [figures.observed('funds'), figures.observed('promised')].map(named(t)),
        }}
        spans={spans}
      />
    </Box>
  );
}

const named = (t: Say) => (line: ChartLine) => ({ ...line, name: t(`figures.series.${line.series}`) });

/** A key is a product, a queue, or a name that needs no translation. */
const keyed = (t: Say, group?: 'figure_product' | 'case') => (line: ChartLine) => ({
  ...line,
  name: group === undefined ? line.key : codeWords(t, group, line.key),
});

/** In the same order in both charts. */
function byProduct(t: Say, figures: Figures, series: 'fees' | 'result'): ChartSpec['lines'] {
  const keys = new Set(figures.keysOf(series));
  return figureProducts
    .filter((product) => keys.has(product))
    .map((product) => keyed(t, 'figure_product')(figures.happened(series, product)));
}

type Leading = ChartSpec & { readonly to?: readonly (readonly [path: string, words: string])[] };

function happenedSpecs(t: Say, figures: Figures): Leading[] {
  const all = (...lines: readonly ChartLine[]) => lines.map(named(t));
  return [
    {
      ...{ title: t('figures.chart.money'), kind: 'grouped', unit: 'amount' },
      lines: all(figures.total('deposits'), figures.total('withdrawals')),
      to: [
        ['/deposits', t('figures.series.deposits')],
        ['/withdrawals', t('figures.series.withdrawals')],
      ],
    },
    {
      ...{ title: t('figures.chart.fees'), kind: 'stacked', unit: 'amount' },
      lines: byProduct(t, figures, 'fees'),
      to: [['/house', t('frame.place.house')]],
    },
    {
      ...{ title: t('figures.chart.result'), kind: 'stacked', unit: 'amount' },
      lines: byProduct(t, figures, 'result'),
      to: [['/house', t('frame.place.house')]],
    },
    {
      ...{ title: t('figures.chart.customers'), kind: 'grouped', unit: 'count' },
      lines: all(figures.happened('registered'), figures.happened('traded'), figures.happened('closed')),
      to: [['/customers', t('frame.place.customers')]],
    },
    {
      ...{ title: t('figures.chart.losing'), kind: 'lines', unit: 'percent' },
      lines: all(figures.losingShare()),
    },
    {
      ...{ title: t('figures.chart.queue'), kind: 'lines', unit: 'minutes' },
      lines: figures.keysOf('queue').map((key) => keyed(t, 'case')(figures.measured('queue', key))),
      to: [['/queue', t('frame.place.queue')]],
    },
    {
      ...{ title: t('figures.chart.market'), kind: 'grouped', unit: 'count' },
      lines: all(figures.total('halts'), figures.total('voids')),
    },
    {
      ...{ title: t('figures.chart.breaches'), kind: 'stacked', unit: 'count' },
      lines: figures.byKey('breaches').map(keyed(t)),
    },
  ];
}

function Custody({ figures, spans }: { figures: Figures; spans: Spans }) {
  const t = useSay();
  const choice = useChoice(figures.keysOf('custody', 'claims'), 'USDT');
  return (
    <ChartPanel
      spec={{
        ...{ title: t('figures.chart.custody'), kind: 'lines', unit: 'amount' },
        lines: [figures.observed('custody', choice.chosen), figures.observed('claims', choice.chosen)].map(
          named(t),
        ),
      }}
      spans={spans}
      aside={<Choice label={t('ui.currency')} {...choice} />}
    />
  );
}

const exposureSeries = ['long', 'short', 'stress', 'options'] as const;

function Exposure({ figures, spans }: { figures: Figures; spans: Spans }) {
  const t = useSay();
  const choice = useChoice(figures.keysOf(...exposureSeries), 'BTC/USDT');
  return (
    <ChartPanel
      spec={{
        ...{ title: t('figures.chart.exposure'), kind: 'lines', unit: 'amount' },
        lines: exposureSeries.map((series) => figures.observed(series, choice.chosen)).map(named(t)),
      }}
      spans={spans}
      aside={<Choice label={t('ui.instrument')} {...choice} />}
    />
  );
}

type Chosen = {
  readonly chosen: string;
  readonly keys: readonly string[];
  readonly onChoose: (key: string) => void;
};

/** The chosen key, or the usual one until somebody chooses or if the chosen one has no value. */
function useChoice(keys: readonly string[], usual: string): Chosen {
  const [wanted, onChoose] = useState(usual);
  const chosen = keys.includes(wanted) ? wanted : keys.includes(usual) ? usual : (keys[0] ?? '');
  return { chosen, keys, onChoose };
}

function Choice({ label, chosen, keys, onChoose }: Chosen & { label: string }) {
  if (keys.length === 0) return null;
  return (
    <TextField
      select
      size="small"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': label } }}
      sx={{ minWidth: 110, '& option': { color: 'var(--ink)', backgroundColor: 'var(--surface)' } }}
    >
      {keys.map((key) => (
        <option key={key} value={key}>
          {key}
        </option>
      ))}
    </TextField>
  );
}
