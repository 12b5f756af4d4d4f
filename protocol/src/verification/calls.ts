/** API calls for identity verification. */
import * as verification from './schemas.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const verificationCalls = {
  'GET user/getrealinfo': call({
    who: 'customer',
    summary: 'How the verification of identity stands, and what was given, masked.',
    input: none,
    output: verification.realName,
    refusals: [],
    idempotent: false,
    reads: ['verification'],
  }),
  'POST user/real_name': call({
    who: 'customer',
    summary: 'Submits the verification of identity; usually decided within 24 hours.',
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
