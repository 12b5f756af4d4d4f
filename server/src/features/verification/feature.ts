/** Identity verification by documents. */
import { feature } from '../../platform/feature.ts';
import type { Verified } from '../../platform/verified.ts';
import { verificationConsoleHandlers } from './console-handlers.ts';
import { seedDocuments } from './demo.ts';
import { verificationHandlers } from './handlers.ts';
import { keptVerification } from './data-export.ts';
import { isVerified, verifiedName } from './verified-name.ts';
import { verificationCases } from './work-queue.ts';

/** Queries by which other features learn about the document that verified a customer. */
export const verified: Verified = { nameOf: verifiedName, isVerified };

export const verificationFeature = feature({
  name: 'verification',
  workQueue: [verificationCases],
  exportSections: keptVerification,
  seedDemo: seedDocuments,
  serve: (platform) => ({
    calls: verificationHandlers(platform),
    consoleCalls: verificationConsoleHandlers(platform),
  }),
});
