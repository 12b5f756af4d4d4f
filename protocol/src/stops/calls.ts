/** The API call that publishes emergency stops. */
import { call } from '../call.ts';
import * as schemas from './schemas.ts';

export const stopsCalls = {
  'GET transparency/stops': call({
    who: 'visitor',
    reference: {
      section: 'Public record',
      title: 'List emergency stops',
      after: 'GET transparency/freezes',
    },
    summary:
      'What operators stopped in an emergency: payouts, or the openings of a product or an instrument, with the reason, the beginning and the end.',
    input: schemas.stopsInput,
    output: schemas.stops,
    refusals: [],
    idempotent: false,
  }),
};
