/** Figures for the operators' charts, by hour and by day. */
import * as v from 'valibot';
import { decimalOut, seconds, secondsIn } from '../fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { figureSeries, figureSpans } from './series.ts';

export const figuresConsoleCalls = {
  'GET figures': consoleCall({
    roles: everyRole,
    summary:
      'Figures by hour or by UTC day: deposits, withdrawals, fees and results by product, customers, queues, voids, halts, custody and exposure.',
    input: v.object({ span: v.picklist(figureSpans), from: secondsIn, to: secondsIn }),
    output: v.object({
      span: v.picklist(figureSpans),
      /** The beginnings of the first span, and of the one after the last: at most a hundred spans. */
      from: seconds,
      to: seconds,
      /** The time up to which journals are counted; null before the first. */
      counted_to: v.nullable(seconds),
      series: v.array(
        v.object({
          series: v.picklist(figureSeries),
          /** A currency, a product, a symbol, an invariant or a queue; empty if the series has one line. */
          key: v.string(),
          /** The spans with a value, the first first. Values are in USDT, in the currency of claims and custody, numbers or minutes. */
          points: v.array(v.object({ at: seconds, value: decimalOut })),
        }),
      ),
    }),
    refusals: ['parameter_wrong'],
  }),
};
