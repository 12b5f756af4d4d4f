/** One chart: drawing, legend, and the same values as a table. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Nothing, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import type { TokenName } from '../../kit/tokens.ts';
import { grouped } from '../../lib/figures.ts';
import { chartOf } from './chart-geometry.ts';
import type { Chart, ChartKind } from './chart-geometry.ts';
import type { ChartLine } from './chart-lines.ts';

export type Unit = 'amount' | 'count' | 'percent' | 'minutes';

export type ChartSpec = {
  readonly title: string;
  readonly kind: ChartKind;
  readonly unit: Unit;
  readonly lines: readonly (ChartLine & { readonly name: string })[];
};

export type Spans = {
  /** The beginnings of the spans as words. */
  readonly names: readonly string[];
  /** Shows the hours of a day. Absent if the spans are hours. */
  readonly onOpen?: ((at: number) => void) | undefined;
};

const COLOURS: readonly TokenName[] = [
  'accent',
  'warning',
  'verified',
  'red',
  'green',
  'ink-quiet',
  'ink',
  'line-strong',
];
const colourOf = (line: number): string => `var(--${COLOURS[line % COLOURS.length]})`;

/** The drawing is stretched to the width of its panel. */
const SIZE = { width: 640, height: 170 };
const UNSTRETCHED = { vectorEffect: 'non-scaling-stroke' } as const;

export function ChartPanel({ spec, spans, aside }: { spec: ChartSpec; spans: Spans; aside?: ReactNode }) {
  const t = useSay();
  const isEmpty = spec.lines.every(({ values }) =>
    values.every((value) => value === undefined || value === 0n),
  );
  return (
    <Panel title={spec.title} aside={aside}>
      {isEmpty ? (
        <Nothing>{t('figures.none')}</Nothing>
      ) : (
        <>
          <Legend lines={spec.lines} />
          <Drawing spec={spec} spans={spans} />
          <Box component="details" sx={{ mt: 0.5 }}>
            <Box component="summary" sx={{ cursor: 'pointer', fontSize: 13, color: 'text.secondary' }}>
              {t('figures.asTable')}
            </Box>
            <Table spec={spec} spans={spans} />
          </Box>
        </>
      )}
    </Panel>
  );
}

function Legend({ lines }: { lines: ChartSpec['lines'] }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 12, color: 'text.secondary' }}>
      {lines.map(({ name }, line) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Box sx={{ width: 10, height: 10, borderRadius: 0.5, backgroundColor: colourOf(line) }} />
          {name}
        </Box>
      ))}
    </Box>
  );
}

function Drawing({ spec, spans }: { spec: ChartSpec; spans: Spans }) {
  const t = useSay();
  const chart = chartOf(spec.kind, spec.lines, SIZE);
  return (
    <Box sx={{ fontSize: 11, lineHeight: 1.4, color: 'text.secondary' }}>
      {valueWords(t, chart.top, spec.unit)}
      <Box
        component="svg"
        role="img"
        aria-label={spec.title}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        sx={{ display: 'block', width: '100%', height: SIZE.height, overflow: 'visible' }}
      >
        {[...new Set([0, chart.zero, SIZE.height])].map((y) => (
          <line
            key={y}
            {...UNSTRETCHED}
            {...{ x1: 0, x2: SIZE.width, y1: y, y2: y }}
            stroke={y === chart.zero ? 'var(--line-strong)' : 'var(--line)'}
          />
        ))}
        <Marks chart={chart} />
        <Slots t={t} spec={spec} spans={spans} />
      </Box>
      {chart.bottom < 0n && valueWords(t, chart.bottom, spec.unit)}
      <SpanNames names={spans.names} />
    </Box>
  );
}

function Marks({ chart }: { chart: Chart }) {
  return (
    <>
      {chart.bars.map(({ line, at, ...place }) => (
        <rect key={`${line} ${at}`} {...place} fill={colourOf(line)} />
      ))}
      {chart.strokes.map(({ line, points, dots }) => (
        <g key={`${line} ${points}`} stroke={colourOf(line)} fill="none">
          <polyline {...UNSTRETCHED} points={points} strokeWidth={2} strokeLinejoin="round" />
          {/* A stroke without length is a round dot, however the drawing is stretched. */}
          {dots.map(([x, y]) => (
            <path key={x} {...UNSTRETCHED} d={`M${x} ${y}h0`} strokeWidth={6} strokeLinecap="round" />
          ))}
        </g>
      ))}
    </>
  );
}

/** A pointer over a span sees its values, and a click opens a day. The table offers both to the keyboard. */
function Slots({ t, spec, spans }: { t: Say; spec: ChartSpec; spans: Spans }) {
  const width = SIZE.width / spans.names.length;
  const { onOpen } = spans;
  return (
    <>
      {spans.names.map((name, at) => (
        <rect
          key={name}
          x={width * at}
          y={0}
          width={width}
          height={SIZE.height}
          fill="transparent"
          {...(onOpen === undefined ? {} : { onClick: () => onOpen(at), style: { cursor: 'pointer' } })}
        >
          <title>
            {[name, ...spec.lines.map((line) => valueOf(t, line, { at, unit: spec.unit }))].join('\n')}
          </title>
        </rect>
      ))}
    </>
  );
}

function valueOf(
  t: Say,
  { name, values }: ChartSpec['lines'][number],
  { at, unit }: { at: number; unit: Unit },
) {
  const value = values[at];
  return t('figures.named', { name, value: value === undefined ? '–' : valueWords(t, value, unit) });
}

/** The first, the middle and the last span. */
function SpanNames({ names }: { names: readonly string[] }) {
  const shown = [0, Math.floor((names.length - 1) / 2), names.length - 1];
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
      {shown.map((at) => (
        <span key={at}>{names[at]}</span>
      ))}
    </Box>
  );
}

function Table({ spec, spans: { names, onOpen } }: { spec: ChartSpec; spans: Spans }) {
  const t = useSay();
  return (
    <PlainTable
      label={spec.title}
      columns={[
        { head: t('figures.span') },
        ...spec.lines.map(({ name }) => ({ head: name, figures: true })),
      ]}
      rows={names.map((name, at) => ({
        key: name,
        cells: [
          onOpen === undefined ? (
            name
          ) : (
            <Button key="open" size="small" sx={{ minWidth: 0, p: 0 }} onClick={() => onOpen(at)}>
              {name}
            </Button>
          ),
          ...spec.lines.map(({ values }) => {
            const value = values[at];
            return value === undefined ? '–' : valueWords(t, value, spec.unit);
          }),
        ],
      }))}
    />
  );
}

/** Values are exact; only shares are cut to a tenth. */
function valueWords(t: Say, value: Amount, unit: Unit): string {
  const decimal = formatAmount(value);
  switch (unit) {
    case 'amount':
      return grouped(decimal);
    case 'count':
      return grouped(decimal).replace(/\.00$/, '');
    case 'percent':
      return t('figures.percent', { value: decimal.replace(/(\.\d)\d*$/, '$1') });
    case 'minutes':
      return t('figures.minutes', { value: grouped(decimal).replace(/\.00$/, '') });
  }
}
