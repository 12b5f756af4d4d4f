/** The version of the loan agreement, recorded with each loan. A text with a different meaning needs a new version. */
export const AGREEMENT_VERSION = '2026-11-27';
