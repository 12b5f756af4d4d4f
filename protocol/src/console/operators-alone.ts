/** Features whose calls are for operators only. */
export * as access from '../access/feature.ts';
export * as desk from '../desk/feature.ts';
export * as figures from '../figures/feature.ts';
export * as house from '../house/feature.ts';
export * as oversight from '../oversight/feature.ts';
export * as proposals from '../proposals/feature.ts';
export * as standing from '../standing/feature.ts';
