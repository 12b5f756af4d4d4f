/**
 * The other customers who share something with this one, as a small graph and a list. Each view is recorded, so it is read only
 * when the operator asks for it.
 */
import { Box, Button } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { When } from '../../kit/when.tsx';
import { useLook, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { linkGraph } from './link-graph.ts';

type Linked = ConsoleOutput<'GET links'>['items'];

export function Links({ customer }: { customer: string }) {
  const t = useSay();
  const operator = useOperator();
  const [isShown, setIsShown] = useState(false);
  if (operator === undefined || !mayCall(operator.role, 'GET links')) return null;
  return (
    <Panel title={t('customers.links')}>
      {isShown ? (
        <Shown customer={customer} />
      ) : (
        <>
          <Box sx={{ mb: 1 }}>{t('customers.linksSays')}</Box>
          <Button variant="outlined" onClick={() => setIsShown(true)}>
            {t('customers.showLinks')}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Shown({ customer }: { customer: string }) {
  const t = useSay();
  const asked = useLook('GET links', { customer }, true);
  return (
    <Asked of={asked}>
      {({ items, more }) =>
        items.length === 0 ? (
          <Nothing>{t('customers.noLinks')}</Nothing>
        ) : (
          <>
            <Drawing customer={customer} links={items} />
            <List links={items} />
            {more && <Box role="status">{t('customers.moreLinks')}</Box>}
          </>
        )
      }
    </Asked>
  );
}

const WIDTH = 640;

function Drawing({ customer, links }: { customer: string; links: Linked }) {
  const t = useSay();
  const graph = linkGraph(customer, links);
  return (
    <Box
      component="svg"
      role="img"
      viewBox={`0 0 ${String(WIDTH)} ${String(graph.height)}`}
      aria-label={t('customers.linksDrawing', { customer, count: graph.others.length })}
      sx={{ width: '100%', maxWidth: WIDTH, display: 'block' }}
    >
      {graph.lines.map(({ key, from, to }) => (
        <line key={key} x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke="var(--line-strong)" />
      ))}
      <Dot {...graph.customer} text={customer} colour="var(--accent)" />
      {graph.shared.map(({ key, kind, label, x, y }) => (
        <Dot
          key={key}
          x={x}
          y={y}
          text={`${t(`codes.link.${kind as Linked[number]['kind']}`)} ${label}`}
          colour="var(--warning)"
        />
      ))}
      {graph.others.map(({ key, x, y }) => (
        <Dot key={key} x={x} y={y} text={key} colour="var(--red)" />
      ))}
    </Box>
  );
}

function Dot({ x, y, text, colour }: { x: number; y: number; text: string; colour: string }) {
  return (
    <g>
      <circle cx={x} cy={y} r={5} fill={colour} />
      <text x={x} y={y - 8} fill="var(--ink)" fontSize={12} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function List({ links }: { links: Linked }) {
  const t = useSay();
  return (
    <PlainTable
      label={t('customers.links')}
      columns={[
        { head: t('customers.linkedBy') },
        { head: t('customers.linkedCustomer') },
        { head: t('customers.linkedLast') },
      ]}
      rows={links.map(({ kind, label, customer, last_at: last }) => ({
        key: `${kind} ${label} ${customer}`,
        cells: [
          `${t(`codes.link.${kind}`)} ${label}`,
          <Link key="customer" to={`/customers/${customer}/show`}>
            {customer}
          </Link>,
          <When key="last" at={last} />,
        ],
      }))}
    />
  );
}
