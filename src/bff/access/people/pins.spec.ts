import { afterEach, expect, it } from 'vitest';
import { hashInEarnest } from '../../../testing/light-argon2.ts';
import { createPins } from './pins.ts';

afterEach(() => hashInEarnest(false));

it('a PIN is hashed as OWASP recommends, with a pepper that is not in the hash', async () => {
  hashInEarnest(true);
  const pins = createPins(Buffer.alloc(32, 7));
  const kept = await pins.hash('592807');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await pins.verify(kept, '592807')).toBe(true);
  expect(await pins.verify(kept, '592808')).toBe(false);
  expect(await createPins(Buffer.alloc(32, 8)).verify(kept, '592807')).toBe(false);
});
