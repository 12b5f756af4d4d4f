/** The customer's drawings on the charts, which are stored on the device by instrument. */
import { readStored, writeStored } from '@candor/client/stored.ts';

/** The tools, each with the number of points that the customer places. */
export const drawingTools = {
  segment: 2,
  rayLine: 2,
  horizontalStraightLine: 1,
  verticalStraightLine: 1,
  priceLine: 1,
  parallelStraightLine: 3,
  fibonacciLine: 2,
} as const;
export type DrawingTool = keyof typeof drawingTools;

/** A place on every period's chart. The level is a floating-point number for drawing. */
export type DrawingPoint = { readonly timeMs: number; readonly level: number };
export type Drawing = { readonly tool: DrawingTool; readonly points: readonly DrawingPoint[] };
type BySymbol = Readonly<Record<string, readonly Drawing[]>>;

const STORAGE_KEY = 'candor.drawings';
/** Changes with the meaning of a stored drawing. A record of another version is not read. */
const VERSION = 1;
export const DRAWINGS_MAX = 60;
const SYMBOLS_MAX = 40;

function isPoint(point: unknown): point is DrawingPoint {
  const { timeMs, level } = (point ?? {}) as { timeMs?: unknown; level?: unknown };
  return Number.isFinite(timeMs) && Number.isFinite(level);
}

function isDrawing(drawing: unknown): drawing is Drawing {
  const { tool, points } = (drawing ?? {}) as { tool?: unknown; points?: unknown };
  if (typeof tool !== 'string' || !Object.hasOwn(drawingTools, tool) || !Array.isArray(points)) return false;
  return points.length === drawingTools[tool as DrawingTool] && points.every(isPoint);
}

/** Parses stored drawings one by one, so that an outdated or invalid one does not affect the others. */
export function readDrawings(stored: unknown): BySymbol {
  const { version, symbols } = (stored ?? {}) as { version?: unknown; symbols?: unknown };
  if (version !== VERSION || typeof symbols !== 'object' || symbols === null) return {};
  return Object.fromEntries(
    Object.entries(symbols).flatMap(([symbol, drawings]) =>
      Array.isArray(drawings) ? [[symbol, drawings.filter(isDrawing)] as const] : [],
    ),
  );
}

export function drawingsOf(symbol: string): readonly Drawing[] {
  return readDrawings(readStored('localStorage', STORAGE_KEY))[symbol] ?? [];
}

/**
 * Replaces an instrument's drawings. If there are too many, the oldest drawings and those of the instrument that was drawn
 * on longest ago are dropped.
 */
export function keepDrawings(symbol: string, drawings: readonly Drawing[]): void {
  const { [symbol]: _, ...others } = readDrawings(readStored('localStorage', STORAGE_KEY));
  const kept = drawings.slice(-DRAWINGS_MAX);
  const entries = [...Object.entries(others), ...(kept.length === 0 ? [] : [[symbol, kept] as const])];
  writeStored('localStorage', STORAGE_KEY, {
    version: VERSION,
    symbols: Object.fromEntries(entries.slice(-SYMBOLS_MAX)),
  });
}
