import type { Closed } from './close-doors.ts';
import type { Manifest } from './manifest.ts';

/**
 * Describes a backup for a terminal. @param key whether the server stores its data key itself or
 * receives it
 */
export function describeBackup(
  folder: string,
  { file, bytes, madeAt, trails, hasKey, store }: Manifest,
  key: 'kept' | 'given',
): string {
  const checked = store === 'sqlite' ? 'opened and checked page by page' : 'read back whole';
  return [
    `backed up  ${folder}/${file}, ${bytes} bytes, as of ${madeAt}: ${checked}`,
    ...trails.map(({ shop, end, fault }) =>
      fault === null
        ? `           audit trail of ${shop} unbroken, end ${end ?? 'none'}`
        : `           audit trail of ${shop} BROKEN: ${fault}`,
    ),
    '           Note the end elsewhere: npm run audit:verify -- END then finds a journal that was put back ' +
      'or rewritten.',
    `           ${KEY_TEXTS[hasKey ? 'inside' : key]}`,
    '',
  ].join('\n');
}

const KEY_TEXTS = {
  inside: 'The data key lies beside it in the file keys: who has both can read every voucher number. Keep them apart.',
  kept: 'The data key is not in it: keep a copy of DATA_DIR/keys elsewhere. Without it this backup is worth nothing.',
  given: 'The data key is not in it: keep a copy of DATA_KEY elsewhere. Without it this backup is worth nothing.',
} as const;

export function describeRestore({
  manifest: { madeAt },
  replaced,
  sessionsEnded,
  devices,
  people,
}: Closed & { readonly manifest: Pick<Manifest, 'madeAt'>; readonly replaced: string | null }): string {
  return [
    `restored  the journal as it was at ${madeAt}`,
    ...(replaced === null ? [] : [`          what was there before is kept in ${replaced}`]),
    `          ${sessionsEnded} sessions ended: everybody signs in again.`,
    `          ${devices} devices and ${people} people get in, as on that day. Whoever was revoked or ` +
      'disabled since then gets in again,',
    '          and PINs are the old ones: go through People and devices before the shop opens.',
    '          What was redeemed since then is not in it. Once the server runs it reads the issuer’s ' +
      'transactions, and lists captures',
    '          that nothing here explains under Needs attention. npm run audit:verify -- END checks the ' +
      'trail against an end that was noted.',
    '',
  ].join('\n');
}
