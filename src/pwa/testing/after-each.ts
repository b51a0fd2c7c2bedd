import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { fetchWholeEnglish } from '../words/words.tsx';

/* A component under test is rendered at once, so all texts must be loaded. */
await fetchWholeEnglish();

/*
 * Spec files share one window, which saves three quarters of the time, so each test has to clean
 * up.
 */
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
