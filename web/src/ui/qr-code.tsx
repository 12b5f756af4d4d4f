/**
 * A QR code drawn locally, so that its content never leaves the device. It is dark on white in both themes, because cameras
 * can't read the inverse.
 */
import { useMemo } from 'react';
import { encode } from 'uqr';

const BORDER = 2;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: BORDER });
    const squares = code.data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-52 rounded-card bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
