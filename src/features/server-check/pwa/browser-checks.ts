import { deleteDB, openDB } from 'idb';
import { BROWSER_CHECKS_CLOCK_OFFSET_MAX_MS, FREE_STORAGE_MIN_BYTES } from './limits.ts';

/** The facts about a browser that the check page judges. */
export interface BrowserFacts {
  /** The address in the browser, as `https://till.shop.example`. */
  readonly origin: string;
  /** The address in the server's settings; null if none is set, undefined if it is not known. */
  readonly publicOrigin: string | null | undefined;
  /** True if the server accepts requests of this page; null if it did not respond. */
  readonly isAccepted: boolean | null;
  /** True for HTTPS and for this machine: browsers allow the camera. */
  readonly isSecure: boolean;
  /** How far the server's clock is ahead, milliseconds; of no meaning if it did not respond. */
  readonly clockOffsetMs: number;
  readonly camera: 'granted' | 'prompt' | 'denied' | 'none';
  readonly storage: 'works' | 'low' | 'fails';
}

export type BrowserSubject = 'address' | 'secure' | 'browserClock' | 'camera' | 'storage';

/** The judgement of one subject; `code` selects its text. */
export interface BrowserFinding {
  readonly subject: BrowserSubject;
  readonly state: 'ok' | 'note' | 'problem';
  readonly code: BrowserCode;
}

export type BrowserCode =
  | 'same'
  | 'thisMachine'
  | 'noOrigin'
  | 'otherOrigin'
  | 'accepted'
  | 'notAccepted'
  | 'noAnswer'
  | 'encrypted'
  | 'notEncrypted'
  | 'clockRight'
  | 'clockWrong'
  | 'cameraGranted'
  | 'cameraAsks'
  | 'cameraDenied'
  | 'cameraNone'
  | 'storageWorks'
  | 'storageLow'
  | 'storageFails';

const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export function judgeBrowser(facts: BrowserFacts): BrowserFinding[] {
  const { isSecure, camera, storage } = facts;
  return [
    judgeAddress(facts),
    isSecure
      ? { subject: 'secure', state: 'ok', code: 'encrypted' }
      : { subject: 'secure', state: 'problem', code: 'notEncrypted' },
    judgeClock(facts),
    ...(isSecure ? [CAMERA[camera]] : []),
    STORAGE[storage],
  ];
}

function judgeClock({ isAccepted, clockOffsetMs }: BrowserFacts): BrowserFinding {
  const subject = 'browserClock';
  if (isAccepted === null) return { subject, state: 'note', code: 'noAnswer' };
  return Math.abs(clockOffsetMs) <= BROWSER_CHECKS_CLOCK_OFFSET_MAX_MS
    ? { subject, state: 'ok', code: 'clockRight' }
    : { subject, state: 'problem', code: 'clockWrong' };
}

const STORAGE: Readonly<Record<BrowserFacts['storage'], BrowserFinding>> = {
  works: { subject: 'storage', state: 'ok', code: 'storageWorks' },
  low: { subject: 'storage', state: 'problem', code: 'storageLow' },
  fails: { subject: 'storage', state: 'problem', code: 'storageFails' },
};

const CAMERA: Readonly<Record<BrowserFacts['camera'], BrowserFinding>> = {
  granted: { subject: 'camera', state: 'ok', code: 'cameraGranted' },
  prompt: { subject: 'camera', state: 'ok', code: 'cameraAsks' },
  denied: { subject: 'camera', state: 'problem', code: 'cameraDenied' },
  none: { subject: 'camera', state: 'note', code: 'cameraNone' },
};

function judgeAddress({ origin, publicOrigin, isAccepted }: BrowserFacts): BrowserFinding {
  const subject = 'address';
  if (isAccepted === null) return { subject, state: 'note', code: 'noAnswer' };
  if (publicOrigin === undefined)
    return isAccepted ? { subject, state: 'ok', code: 'accepted' } : { subject, state: 'problem', code: 'notAccepted' };
  if (publicOrigin !== null)
    return publicOrigin === origin
      ? { subject, state: 'ok', code: 'same' }
      : { subject, state: 'problem', code: 'otherOrigin' };
  return THIS_MACHINE.includes(new URL(origin).hostname)
    ? { subject, state: 'ok', code: 'thisMachine' }
    : { subject, state: 'problem', code: 'noOrigin' };
}

/** Reads if this browser has a camera and may use it, without asking the user. */
export async function readCameraAccess(browser: Navigator): Promise<BrowserFacts['camera']> {
  const { mediaDevices } = browser as { readonly mediaDevices?: MediaDevices };
  const devices = (await mediaDevices?.enumerateDevices()) ?? [];
  if (!devices.some(({ kind }) => kind === 'videoinput')) return 'none';
  try {
    return (await browser.permissions.query({ name: 'camera' })).state;
  } catch {
    /* Some browsers tell it only when the camera is used. */
    return 'prompt';
  }
}

/** Tries to store something in this browser, as the till stores operations before it sends them. */
export async function tryStorage(browser: Navigator): Promise<BrowserFacts['storage']> {
  const { storage } = browser as { readonly storage?: StorageManager };
  try {
    const db = await openDB(TRIAL, 1, { upgrade: (made) => void made.createObjectStore(TRIAL) });
    await db.put(TRIAL, true, TRIAL);
    db.close();
    await deleteDB(TRIAL);
    localStorage.setItem(TRIAL, TRIAL);
    localStorage.removeItem(TRIAL);
    const { quota = Infinity, usage = 0 } = (await storage?.estimate()) ?? {};
    return quota - usage < FREE_STORAGE_MIN_BYTES ? 'low' : 'works';
  } catch {
    /* For example in a private window, or on a full disk. */
    return 'fails';
  }
}

const TRIAL = 'tillside-check';
