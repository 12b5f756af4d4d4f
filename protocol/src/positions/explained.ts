/** Why a position was closed by its liquidation or by a level, as its customer reads it. */
import * as v from 'valibot';
import { id } from '../fields.ts';
import { explainedReasons } from './close-reasons.ts';

export const explainedInput = v.object({ id });
/** The text is in the language of the request. */
export const explained = v.object({ reason: v.picklist(explainedReasons), text: v.string() });
