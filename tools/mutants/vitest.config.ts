/** The tests of the server that need no database, without one. */
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['server/src/**/*.test.ts'], testTimeout: 20_000 } });
