import type { Manifest } from './manifest.ts';
import type { RevokedAccess } from './revoke-access.ts';

/**
 * Describes a backup for a terminal. @param key whether the server stores its data key itself or
 * receives it
 */
export function describeBackup(
  folder: string,
  { file, bytes, madeAt, trails, hasKey, store }: Manifest,
  key: 'stored' | 'configured',
): string {
  const checked = store === 'sqlite' ? 'opened and checked page by page' : 'read back in full';
  return [
    `backed up  ${folder}/${file}, ${bytes} bytes, as of ${madeAt}: ${checked}`,
    ...trails.map(({ shop, end, fault }) =>
      fault === null
        ? `           audit trail of ${shop} unbroken, end ${end ?? 'none'}`
        : `           audit trail of ${shop} BROKEN: ${fault}`,
    ),
    '           Store the end elsewhere: npm run audit:verify -- END then detects a journal that was replaced ' +
      'or rewritten.',
    `           ${KEY_TEXTS[hasKey ? 'inside' : key]}`,
    '',
  ].join('\n');
}

const KEY_TEXTS = {
  inside:
    'The data key is in the same folder, in the file keys. ' +
    'Anyone with both can read every voucher number: keep them apart.',
  stored: 'The data key is not in it: keep a copy of DATA_DIR/keys elsewhere. Without it this backup is useless.',
  configured: 'The data key is not in it: keep a copy of DATA_KEY elsewhere. Without it this backup is useless.',
} as const;

export function describeRestore({
  manifest: { madeAt },
  replaced,
  sessionsEnded,
  devices,
  people,
}: RevokedAccess & { readonly manifest: Pick<Manifest, 'madeAt'>; readonly replaced: string | null }): string {
  return [
    `restored  the journal as it was at ${madeAt}`,
    ...(replaced === null ? [] : [`          the previous files were moved to ${replaced}`]),
    `          Sessions ended: ${sessionsEnded}. Everyone has to sign in again.`,
    `          Access as of that day: ${devices} devices, ${people} people. Anyone revoked or ` +
      'disabled since then has access again,',
    '          and the old PINs apply. Check Staff & devices before the shop opens.',
    '          Later redemptions are missing. Once the server runs, it reads the issuer’s ' +
      'transactions and lists captures',
    '          without a matching redemption under Today. npm run audit:verify -- END checks the ' +
      'trail against an end that you stored.',
    '',
  ].join('\n');
}
