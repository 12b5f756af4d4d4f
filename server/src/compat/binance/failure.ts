/**
 * The error that these clients receive: an HTTP status, the exchange's error code and its text. Some clients compare the text.
 */

export type Failure = {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly retryAfterSeconds?: number;
  /** Further fields of the answer. */
  readonly data?: object;
};

export type Result<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export function answered<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

export function failed(code: number, msg: string, status = 400): { readonly ok: false; failure: Failure } {
  return { ok: false, failure: { status, code, msg } };
}

export function missing(name: string) {
  return failed(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

export function bothMissing(one: string, other: string) {
  return failed(-1102, `Param '${one}' or '${other}' must be sent, but both were empty/null!`);
}

export function empty(name: string) {
  return failed(-1105, `Parameter '${name}' was empty.`);
}

export function notRequired(name: string) {
  return failed(-1106, `Parameter '${name}' sent when not required.`);
}

export function overflowed(name: string) {
  return failed(-1108, `Parameter '${name}' overflowed.`);
}

export function tooPrecise(name: string) {
  return failed(-1111, `Parameter '${name}' has too much precision.`);
}

/** The error for optional parameters that exclude each other. */
export function combination(...names: readonly string[]) {
  const said = names.map((name) => `'${name}'`).join(', ');
  return failed(-1128, `Combination of optional parameters invalid: ${said}.`);
}

export function notValid(name: string) {
  return failed(-1130, `Data sent for parameter '${name}' is not valid.`);
}

export function illegal(name: string, range: string) {
  return failed(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
}

export const invalidSymbol = failed(-1121, 'Invalid symbol.');
export const invalidInterval = failed(-1120, 'Invalid interval.');
export const invalidTickerType = failed(-1139, 'Invalid ticker type.');
export const invalidStatus = failed(-1122, 'Invalid symbolStatus.');
export const statusOther = failed(-1220, "The symbol's status does not match the requested symbolStatus.");
export const invalidTimeInForce = failed(-1115, 'Invalid timeInForce.');
export const invalidRestrictions = failed(-1145, 'Invalid cancelRestrictions');
export const tooManyParameters = failed(-1101, 'Too many parameters sent for this endpoint.');
export const illegalParameters = failed(-1100, 'Illegal characters found in a parameter.');
export const duplicateParameters = failed(-1101, 'Duplicate values for a parameter detected.');
export const duplicateSymbols = failed(-1151, 'Symbol is present multiple times in the list.');
export const moreThanADay = failed(-1127, 'More than 24 hours between startTime and endTime.');
export const windowTooLong = failed(-1131, 'recvWindow must be less than 60000.');
export const keyMalformed = failed(-2014, 'API-key format invalid.', 401);
export const keyRejected = failed(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
export const signatureWrong = failed(-1022, 'Signature for this request is not valid.');
export const signatureUsed = failed(-1022, 'This signature was used for another request.');
export const timestampLate = failed(-1021, 'Timestamp for this request is outside of the recvWindow.');
export const timestampAhead = failed(
  -1021,
  "Timestamp for this request was 1000ms ahead of the server's time.",
);
export const restricted = failed(-2011, 'Order was not canceled due to cancel restrictions.');
export const orderUnknown = failed(-2011, 'Unknown order sent.');
export const orderAbsent = failed(-2013, 'Order does not exist.');
export const clientIdOther = failed(-2039, 'Client order ID is not correct for this order ID.');
export const overloaded = failed(
  -1008,
  'Server is currently overloaded with other requests. Please try again in a few minutes.',
  503,
);
export const broken = failed(-1000, 'An unknown error occurred while processing the request.', 500);
