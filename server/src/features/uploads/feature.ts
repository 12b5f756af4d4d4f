/** Images uploaded by customers. */
import { feature } from '../../platform/feature.ts';
import { uploadsHandlers } from './handlers.ts';

export const uploadsFeature = feature({
  name: 'uploads',
  serve: (platform) => ({ calls: uploadsHandlers(platform) }),
});
