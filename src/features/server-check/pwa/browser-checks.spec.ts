import { expect, it } from 'vitest';
import { type BrowserFacts, judgeBrowser } from './browser-checks.ts';

const FINE: BrowserFacts = {
  origin: 'https://till.shop.example',
  publicOrigin: 'https://till.shop.example',
  isSecure: true,
  clockOffsetMs: 2_000,
  camera: 'granted',
};
const codes = (facts: Partial<BrowserFacts>) =>
  judgeBrowser({ ...FINE, ...facts }).map(({ state, code }) => `${state} ${code}`);

it('a browser at the configured address, with a camera and the right time, has no problem', () => {
  expect(codes({})).toEqual(['ok same', 'ok encrypted', 'ok clockRight', 'ok cameraGranted']);
});

it.each<[Partial<BrowserFacts>, string]>([
  [{ origin: 'https://10.0.0.5' }, 'problem otherOrigin'],
  [{ publicOrigin: null }, 'problem noOrigin'],
  [{ publicOrigin: null, origin: 'http://127.0.0.1:8787' }, 'ok thisMachine'],
  [{ isSecure: false }, 'problem notEncrypted'],
  [{ clockOffsetMs: -600_000 }, 'problem clockWrong'],
  [{ camera: 'denied' }, 'problem cameraDenied'],
  [{ camera: 'none' }, 'note cameraNone'],
  [{ camera: 'prompt' }, 'ok cameraAsks'],
])('%j is judged as %s', (facts, expected) => {
  expect(codes(facts)).toContain(expected);
});

it('a missing camera is not reported if HTTPS is missing, which is the cause', () => {
  expect(judgeBrowser({ ...FINE, isSecure: false, camera: 'none' }).map(({ subject }) => subject)).not.toContain(
    'camera',
  );
});
