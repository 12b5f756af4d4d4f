/** The features that only operators call. Customers see their effects, but make none of their calls. */
export * as access from '../access/feature.ts';
export * as desk from '../desk/feature.ts';
export * as house from '../house/feature.ts';
export * as oversight from '../oversight/feature.ts';
export * as proposals from '../proposals/feature.ts';
export * as standing from '../standing/feature.ts';
