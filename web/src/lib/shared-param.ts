/** The parameter of the address that the worker opens for a shared image: the number of the image that it holds. */
export const SHARED_PARAM = 'shared';
