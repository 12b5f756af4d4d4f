/** API calls for identity verification. */
import * as verification from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const verificationCalls = {
  'GET user/getrealinfo': call({
    who: 'customer',
    reference: { section: 'Identity', title: 'Get verification status' },
    summary: 'The state of the identity verification, and the data given, masked.',
    input: none,
    output: verification.realName,
    refusals: [],
    idempotent: false,
    reads: ['verification'],
  }),
  'POST user/real_name': call({
    who: 'customer',
    reference: {
      section: 'Identity',
      title: 'Submit identity documents',
      fields: { country: { about: 'The country that issued the document.', like: 'DE' } },
    },
    summary:
      'Submits documents to verify the customer’s identity. A decision usually takes less than 24 hours.',
    input: verification.realNameInput,
    output: verification.realName,
    refusals: [
      'verification_awaiting',
      'already_applied',
      'id_number_verified',
      'too_young',
      'file_not_found',
    ],
    idempotent: true,
    storesMore: true,
    touches: ['verification', 'profile'],
  }),
};
