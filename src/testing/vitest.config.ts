import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Unit and integration tests, by the runtime that the code is for. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    projects: [
      { test: { name: 'node', environment: 'node', include: ['src/{contract,bff,sandbox,testing,tools}/**/*.spec.ts'] } },
      { plugins: [react()], test: { name: 'page', environment: 'jsdom', include: ['src/pwa/**/*.spec.{ts,tsx}'] } },
    ],
  },
});
