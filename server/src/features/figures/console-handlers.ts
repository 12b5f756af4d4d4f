/** The operators' call for the charts. */
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { limits } from './limits.ts';
import { readSeries } from './store.ts';
import type { SeriesDeps } from './store.ts';

const SPANS = { hour: HOUR_MS, day: DAY_MS } as const;

export function figuresConsoleHandlers(deps: SeriesDeps): Pick<ConsoleHandlers, 'GET figures'> {
  return {
    'GET figures': async ({ span, from, to }) => {
      if (to <= from) return refuse('parameter_wrong', { field: 'to', params: { field: 'to' } });
      const spanMs = SPANS[span];
      // A span that has begun by now is shown, and none that lies ahead.
      const untilMs = Math.min(Math.ceil((to * 1000) / spanMs), Math.floor(deps.now() / spanMs) + 1) * spanMs;
      const fromMs = Math.max(
        Math.floor((from * 1000) / spanMs) * spanMs,
        untilMs - limits.spansMax * spanMs,
      );
      const { series, countedToMs } = await readSeries(deps, { span, spanMs, fromMs, untilMs });
      return ok({
        span,
        from: Math.min(fromMs, untilMs) / 1000,
        to: untilMs / 1000,
        counted_to: countedToMs === undefined ? null : Math.floor(countedToMs / 1000),
        series,
      });
    },
  };
}
