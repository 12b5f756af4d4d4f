/** The features that operators alone work with: customers meet what comes of them, and make no call of theirs. */
export * as access from '../access/feature.ts';
export * as desk from '../desk/feature.ts';
export * as house from '../house/feature.ts';
export * as oversight from '../oversight/feature.ts';
export * as proposals from '../proposals/feature.ts';
export * as standing from '../standing/feature.ts';
