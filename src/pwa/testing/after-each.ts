import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { fetchWholeEnglish } from '../words/words.tsx';

/* A component on its own is drawn at once, as it is behind the door of the app. */
await fetchWholeEnglish();

/* Spec files share one window, which saves three quarters of the time; each test tidies up. */
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
