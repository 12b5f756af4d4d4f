/** Monthly and yearly statements, tax reports, and the cost of holdings, all computed from the ledger. */
import { feature } from '../../platform/feature.ts';
import { statementsHandlers } from './handlers.ts';
import { Pdfs } from './pdfs.ts';

export const statementsFeature = feature({
  name: 'statements',
  serve: (platform) => {
    const pdfs = new Pdfs();
    return { calls: statementsHandlers({ ...platform, pdfs }), workers: [pdfs] };
  },
});
