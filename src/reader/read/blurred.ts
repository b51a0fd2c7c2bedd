import type { Engine } from './engine.ts';
import { BLURRED_ENGINE } from './guards.ts';

/** The engine for blurred bars. Its code is loaded with the first picture that needs it. */
export const blurredEngine: Engine = {
  name: BLURRED_ENGINE,
  formats: ['EAN13', 'UPCA'],
  read: async (picture) => (await import('./blurred/blurred-bars.ts')).readBlurred(picture),
};
