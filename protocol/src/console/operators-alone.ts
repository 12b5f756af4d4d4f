/** Features whose calls only operators make. Customers see the effects, but call none of them. */
export * as access from '../access/feature.ts';
export * as desk from '../desk/feature.ts';
export * as house from '../house/feature.ts';
export * as oversight from '../oversight/feature.ts';
export * as proposals from '../proposals/feature.ts';
export * as standing from '../standing/feature.ts';
