import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'packages/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // Worker threads and wasm engines are per process; forks keep test files apart.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // On a busy machine the default second can pass in one statement.
    expect: { poll: { timeout: 10_000 } },
  },
});
