/** The API call that uploads an image. */
import * as uploads from './schemas.ts';
import { call } from '../call.ts';

export const uploadsCalls = {
  'POST upload': call({
    who: 'customer',
    reference: { section: 'Identity', title: 'Upload a picture' },
    summary:
      'Uploads a picture (multipart, the field `file` after `purpose`), which is re-encoded and encrypted, and returns its id.',
    input: uploads.uploadInput,
    output: uploads.uploadOutput,
    refusals: ['file_too_big', 'file_duplicate', 'file_type_wrong', 'upload_failed', 'uploads_too_many'],
    cost: 8,
    idempotent: false,
    twice: 'a picture that is not used is removed',
    storesMore: true,
    takesFile: true,
  }),
};
