/** The icon of a currency, or of a forex pair as two overlapping icons. */
import { coinShapes } from './coin-shapes.ts';

const unknownShape = { ground: '#5b6479' };

function Mark({ currency, size }: { readonly currency: string; readonly size: number }) {
  const shape = coinShapes[currency] ?? { ...unknownShape, sign: currency.slice(0, 1) };
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="block">
      <circle cx="12" cy="12" r="12" fill={shape.ground} />
      {shape.path !== undefined && (
        <path
          d={shape.path}
          fill="none"
          stroke="#fff"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {shape.fill !== undefined && <path d={shape.fill} fill="#fff" />}
      {shape.sign !== undefined && (
        <text
          x="12"
          y={shape.sign.length > 1 ? 15.6 : 16.6}
          textAnchor="middle"
          fill="#fff"
          fontSize={shape.sign.length > 1 ? 10 : 13}
          fontWeight="600"
        >
          {shape.sign}
        </text>
      )}
    </svg>
  );
}

export type CoinMarkProps = {
  /** A currency or a symbol. For "BTC/USDT" only the base is shown, for "EUR/USD" both currencies. */
  readonly of: string;
  readonly size?: number;
};

export function CoinMark({ of, size = 36 }: CoinMarkProps) {
  const [base = of, quote] = of.split('/');
  if (quote === undefined || quote === 'USDT' || base.startsWith('XA'))
    return <Mark currency={base} size={size} />;
  const part = Math.round(size * 0.68);
  return (
    <span className="relative block shrink-0" style={{ width: size, height: size }}>
      <span className="absolute right-0 bottom-0">
        <Mark currency={quote} size={part} />
      </span>
      <span className="absolute top-0 left-0 rounded-full ring-2 ring-surface">
        <Mark currency={base} size={part} />
      </span>
    </span>
  );
}
