/** The version of the loan agreement, recorded with each loan. A text with another meaning needs another version. */
export const AGREEMENT_VERSION = '2026-11-27';
