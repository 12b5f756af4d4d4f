/**
 * Why a position was closed: the price path around the closing, the figures, and the words that the customer reads, which the
 * operator can send into the customer's conversation.
 */
import { Alert, Box, Button } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useId, useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Link } from '../../kit/links.tsx';
import { Asked } from '../../kit/page.tsx';
import { useApi } from '../../lib/api.ts';
import { grouped, money, percent } from '../../lib/figures.ts';
import { useLook, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { useSending } from '../../lib/use-sending.ts';
import { codeWords } from '../../lib/words.ts';
import { drawingOf } from './ending-drawing.ts';

type Explained = ConsoleOutput<'GET explanation'>;
type Of = { readonly customer: string; readonly position: string };

export function Explanation({ customer, position }: Of) {
  const t = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box sx={{ my: 1 }}>
      <Button variant="outlined" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('customers.explain')}
      </Button>
      {isOpen && <Shown customer={customer} position={position} />}
    </Box>
  );
}

function Shown({ customer, position }: Of) {
  const t = useSay();
  const asked = useLook('GET explanation', { customer, position }, true);
  return (
    <Box component="section" aria-label={t('customers.explainTitle', { id: position })} sx={{ mt: 1 }}>
      <Asked of={asked}>
        {(explained) => (
          <>
            <Drawing of={explained} />
            <Figures of={explained} />
            <Words of={explained} customer={customer} position={position} />
          </>
        )}
      </Asked>
    </Box>
  );
}

const SIZE = { width: 640, height: 220, margin: 16 };
const COLOURS = { entry: 'var(--accent)', level: 'var(--red)' } as const;

function Drawing({ of }: { of: Explained }) {
  const t = useSay();
  const drawing = drawingOf({ path: of.path, entry: of.entry.price, level: of.level, close: of.close }, SIZE);
  const labels = { entry: t('customers.explainEntry'), level: t('customers.explainLevel') };
  return (
    <Box
      component="svg"
      role="img"
      viewBox={`0 0 ${String(SIZE.width)} ${String(SIZE.height)}`}
      aria-label={t('customers.explainDrawing', {
        symbol: of.symbol,
        entry: grouped(of.entry.price),
        level: of.level === null ? t('customers.explainNoLevel') : grouped(of.level),
        price: grouped(of.close.price),
      })}
      sx={{ width: '100%', maxWidth: SIZE.width, display: 'block', background: 'var(--sunken)' }}
    >
      {drawing.lines.map(({ kind, y }) => (
        <g key={kind}>
          <line x1={0} x2={SIZE.width} y1={y} y2={y} stroke={COLOURS[kind]} strokeDasharray="6 4" />
          <text x={6} y={y - 4} fill={COLOURS[kind]} fontSize={12}>
            {`${labels[kind]} ${grouped(kind === 'entry' ? of.entry.price : (of.level ?? ''))}`}
          </text>
        </g>
      ))}
      <polyline points={drawing.path} fill="none" stroke="var(--ink-soft)" strokeWidth={1.5} />
      <circle cx={drawing.mark.x} cy={drawing.mark.y} r={5} fill="var(--red)" />
      <text
        x={Math.min(drawing.mark.x + 8, SIZE.width - 170)}
        y={Math.min(drawing.mark.y + 18, SIZE.height - 4)}
        fill="var(--ink)"
        fontSize={12}
        stroke="var(--sunken)"
        strokeWidth={4}
        paintOrder="stroke"
      >
        {`${t('customers.explainClosed')} ${grouped(of.close.price)}`}
      </text>
    </Box>
  );
}

function Figures({ of }: { of: Explained }) {
  const t = useSay();
  const usdt = (text: string) => money(text, 'USDT');
  const at = ({ price, seq }: Explained['entry']) =>
    t('customers.entryAt', { price: grouped(price), seq: seq.toString() });
  return (
    <Box sx={{ my: 1 }}>
      <Facts>
        <Fact name={t('ui.reason')}>{codeWords(t, 'closing', of.reason)}</Fact>
        <Fact name={t('customers.explainEntry')}>{at(of.entry)}</Fact>
        <Fact name={t('customers.explainClosed')}>{at(of.close)}</Fact>
        <Fact name={t('customers.explainLevel')}>
          {of.level === null ? t('customers.explainNoLevel') : grouped(of.level)}
        </Fact>
        {of.liquidation_price !== null && (
          <Fact name={t('customers.liquidationPrice')}>{grouped(of.liquidation_price)}</Fact>
        )}
        <Fact name={t('customers.margin')}>{usdt(of.margin)}</Fact>
        <Fact name={t('customers.initialMargin')}>{usdt(of.initial_margin)}</Fact>
        <Fact name={t('customers.equity')}>{usdt(of.equity)}</Fact>
        <Fact name={t('customers.health')}>{percent(Number(of.health))}</Fact>
        <Fact name={t('customers.pnl')}>{usdt(of.pnl)}</Fact>
        <Fact name={t('customers.fee')}>{usdt(of.fee)}</Fact>
        <Fact name={t('customers.financing')}>{usdt(of.financing)}</Fact>
        <Fact name={t('customers.paidBack')}>{usdt(of.paid_back)}</Fact>
        {of.covered !== '0' && <Fact name={t('customers.covered')}>{usdt(of.covered)}</Fact>}
      </Facts>
    </Box>
  );
}

/**
 * Each message has a unique id, so that the call can be repeated after a lost answer and the message appears
 * only once.
 */
function Words({ of, customer, position }: Of & { of: Explained }) {
  const t = useSay();
  const { call } = useApi();
  const operator = useOperator();
  const { sending, trouble, send } = useSending();
  const [conversation, setConversation] = useState<string>();
  const [clientId] = useState(() => crypto.randomUUID());
  const heading = useId();
  const begin = async () => {
    const sent = await send(() => call('POST chat_begin', { customer, client_id: clientId, position }));
    if (sent !== undefined) setConversation(sent.id);
  };
  return (
    <Box component="section" aria-labelledby={heading}>
      <Box component="h3" id={heading} sx={{ fontSize: 13, fontWeight: 650, m: 0 }}>
        {t('customers.whatCustomerReads', { language: of.language })}
      </Box>
      <Box
        component="blockquote"
        lang={of.language}
        sx={{ m: 0, my: 0.5, pl: 1, borderLeft: '3px solid var(--line-strong)' }}
      >
        {of.text}
      </Box>
      {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
      {conversation === undefined ? (
        operator !== undefined &&
        mayCall(operator.role, 'POST chat_begin') && (
          <Button variant="contained" aria-disabled={sending} onClick={() => void begin()}>
            {t('customers.sendToCustomer')}
          </Button>
        )
      ) : (
        <Box role="status">
          <Link to={`/chat/${conversation}`}>{t('customers.sentToCustomer')}</Link>
        </Box>
      )}
    </Box>
  );
}
