/** Texts of the server check, which a new server shows before sign-in. */
export const en = {
  title: 'Server check',
  lead: 'Checks this server and this browser. It changes nothing, and you can continue in any case.',
  managersOnly: 'Only managers see the server’s results. To see them, sign in as a manager and open this page again.',
  checking: 'Checking… This can take some seconds.',
  again: 'Check again',
  leave: 'Continue',
  packet: 'Download support packet',
  packetLead:
    'The support packet is a text file: check results, versions, names of settings and the latest log lines. It contains no secrets, voucher numbers or names.',
  browser: 'This browser',
  server: 'The server',
  states: {
    ok: 'OK',
    note: 'Note',
    problem: 'Problem',
  },
  subjects: {
    address: 'Address',
    secure: 'Encryption',
    browserClock: 'Clock of this device',
    camera: 'Camera',
    storage: 'Storage of this browser',
  },
  serverSubjects: {
    port: 'Port',
    certificate: 'Certificate',
    settings: 'Settings',
    store: 'Journal',
    backups: 'Backups',
    issuer: 'Voucher service',
    clock: 'Clock of the server',
    'client API': 'Voucher links and sales',
    check: 'Balance check',
    printer: 'Printer',
  },
  texts: {
    same: 'The same as in the server’s settings.',
    thisMachine: 'This machine.',
    noOrigin: ({ origin }: CheckedFacts) =>
      `The browser shows ${origin}. Set PUBLIC_ORIGIN to it, otherwise this browser cannot use the till.`,
    otherOrigin: ({ origin, publicOrigin }: CheckedFacts) =>
      `The browser shows ${origin}, but PUBLIC_ORIGIN is ${publicOrigin ?? ''}. Open that address, or correct the setting.`,
    accepted: 'The server accepts this address.',
    notAccepted: ({ origin }: CheckedFacts) =>
      `The server does not accept ${origin}, so this browser cannot use the till. Ask IT for the right address.`,
    noAnswer: 'Not checked, because the server does not respond.',
    encrypted: 'The connection is encrypted, or stays on this machine.',
    notEncrypted: 'The connection is not encrypted. Use HTTPS, otherwise browsers allow no camera.',
    clockRight: 'The same as the server’s.',
    clockWrong: ({ clockOffsetMs }: CheckedFacts) =>
      `It differs from the server’s by ${Math.round(Math.abs(clockOffsetMs) / 60_000)} minutes. Set the time of this device.`,
    cameraGranted: 'Allowed.',
    cameraAsks: 'The browser will ask for permission when the camera is first used.',
    cameraDenied: 'Blocked for this address. Allow it in the browser’s site settings.',
    cameraNone: 'No camera was found. Use a hand scanner, or type numbers.',
    storageWorks: 'Works.',
    storageLow: 'Almost full. Free some space on this device.',
    storageFails:
      'This browser stores nothing here, so operations may be lost when it closes. Leave the private window, or allow storage for this address.',
  },
};

/** Facts in the texts of checks. `clockOffsetMs`: the server's clock minus the device's. */
interface CheckedFacts {
  readonly origin: string;
  readonly publicOrigin: string | null | undefined;
  readonly clockOffsetMs: number;
}

/** The texts that every language has. */
export type ServerCheckMessages = Omit<typeof en, 'serverSubjects'> & {
  /** By the doctor's name of the subject. */
  readonly serverSubjects: Readonly<Record<string, string>>;
};

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'server-check': ServerCheckMessages;
  }
}
