import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installIndexedDb } from '../../../pwa/testing/indexed-db.ts';
import { type BrowserFacts, judgeBrowser, tryStorage } from './browser-checks.ts';

const FINE: BrowserFacts = {
  origin: 'https://till.shop.example',
  publicOrigin: 'https://till.shop.example',
  isSecure: true,
  clockOffsetMs: 2_000,
  camera: 'granted',
  isAccepted: true,
  storage: 'works',
};
const codes = (facts: Partial<BrowserFacts>) =>
  judgeBrowser({ ...FINE, ...facts }).map(({ state, code }) => `${state} ${code}`);

it('a browser at the configured address, with a camera and the right time, has no problem', () => {
  expect(codes({})).toEqual(['ok same', 'ok encrypted', 'ok clockRight', 'ok cameraGranted', 'ok storageWorks']);
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
  [{ storage: 'low' }, 'problem storageLow'],
  [{ storage: 'fails' }, 'problem storageFails'],
  [{ publicOrigin: undefined }, 'ok accepted'],
  [{ publicOrigin: undefined, isAccepted: false }, 'problem notAccepted'],
])('%j is judged as %s', (facts, expected) => {
  expect(codes(facts)).toContain(expected);
});

it('a missing camera is not reported if HTTPS is missing, which is the cause', () => {
  expect(judgeBrowser({ ...FINE, isSecure: false, camera: 'none' }).map(({ subject }) => subject)).not.toContain(
    'camera',
  );
});

it('the server’s address and the clock are not judged without an answer from the server, but all else is', () => {
  expect(codes({ publicOrigin: undefined, isAccepted: null, clockOffsetMs: 0 })).toEqual([
    'note noAnswer',
    'ok encrypted',
    'note noAnswer',
    'ok cameraGranted',
    'ok storageWorks',
  ]);
});

describe('the storage of a browser', () => {
  const estimate = (bytes: { quota?: number; usage?: number } | null) =>
    ({ storage: bytes && { estimate: () => Promise.resolve(bytes) } }) as unknown as Navigator;
  beforeEach(installIndexedDb);
  afterEach(() => vi.restoreAllMocks());

  it('works if something can be stored, even if the browser does not report the space', async () => {
    expect(await tryStorage(estimate({ quota: 2e9, usage: 1e6 }))).toBe('works');
    expect(await tryStorage(estimate(null))).toBe('works');
    expect(await indexedDB.databases()).toEqual([]);
  });

  it('is reported as low before it is full, and as failing in a window that cannot store anything', async () => {
    expect(await tryStorage(estimate({ quota: 1e9, usage: 999e6 }))).toBe('low');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    expect(await tryStorage(estimate({ quota: 2e9, usage: 1e6 }))).toBe('fails');
  });
});
