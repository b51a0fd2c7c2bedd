import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/* Spec files share one window, because making one for each takes four times as long; each test leaves it as it was. */
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
