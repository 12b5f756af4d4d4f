/** Figures for the operators' charts: counts what journals say as they are sealed, and reads the rest from its rows. */
import { feature } from '../../platform/feature.ts';
import { figuresConsoleHandlers } from './console-handlers.ts';
import { startCounting } from './counting.ts';

export const figuresFeature = feature({
  name: 'figures',
  serve: (platform, { workQueue: cases }) => ({
    consoleCalls: figuresConsoleHandlers({ ...platform, cases }),
    jobs: [
      () =>
        startCounting(platform.pool, (error) => platform.log('figures: failed to count (retrying)', error)),
    ],
  }),
});
