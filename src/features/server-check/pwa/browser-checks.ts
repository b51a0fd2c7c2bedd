import { BROWSER_CHECKS_CLOCK_OFFSET_MAX_MS } from './limits.ts';
/** The facts about a browser that the check page judges. */
export interface BrowserFacts {
  /** The address in the browser, as `https://till.shop.example`. */
  readonly origin: string;
  /** The address in the server's settings; null if none is set. */
  readonly publicOrigin: string | null;
  /** True for HTTPS and for this machine: browsers allow the camera. */
  readonly isSecure: boolean;
  /** How far the server's clock is ahead, milliseconds. */
  readonly clockOffsetMs: number;
  readonly camera: 'granted' | 'prompt' | 'denied' | 'none';
}

export type BrowserSubject = 'address' | 'secure' | 'browserClock' | 'camera';

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
  | 'encrypted'
  | 'notEncrypted'
  | 'clockRight'
  | 'clockWrong'
  | 'cameraGranted'
  | 'cameraAsks'
  | 'cameraDenied'
  | 'cameraNone';

const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export function judgeBrowser(facts: BrowserFacts): BrowserFinding[] {
  const { isSecure, clockOffsetMs, camera } = facts;
  const isRight = Math.abs(clockOffsetMs) <= BROWSER_CHECKS_CLOCK_OFFSET_MAX_MS;
  return [
    judgeAddress(facts),
    isSecure
      ? { subject: 'secure', state: 'ok', code: 'encrypted' }
      : { subject: 'secure', state: 'problem', code: 'notEncrypted' },
    isRight
      ? { subject: 'browserClock', state: 'ok', code: 'clockRight' }
      : { subject: 'browserClock', state: 'problem', code: 'clockWrong' },
    ...(isSecure ? [CAMERA[camera]] : []),
  ];
}

const CAMERA: Readonly<Record<BrowserFacts['camera'], BrowserFinding>> = {
  granted: { subject: 'camera', state: 'ok', code: 'cameraGranted' },
  prompt: { subject: 'camera', state: 'ok', code: 'cameraAsks' },
  denied: { subject: 'camera', state: 'problem', code: 'cameraDenied' },
  none: { subject: 'camera', state: 'note', code: 'cameraNone' },
};

function judgeAddress({ origin, publicOrigin }: BrowserFacts): BrowserFinding {
  const subject = 'address';
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
