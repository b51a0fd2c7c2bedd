import { unlockManagers } from '../../access/people/unlock-managers.ts';
import { createAudit } from '../../platform/audit/audit.ts';
import { systemClock } from '../../platform/base/ports.ts';
import { readConfig } from '../../platform/config/config.ts';
import { environment } from '../../platform/config/environment.ts';
import { openExisting } from '../../platform/storage/open-existing.ts';

/**
 * `npm run unlock`: clears the wrong PINs that may lock managers out, while a server runs. PINs
 * stay the same.
 */
try {
  const { db, keys } = await openExisting(readConfig(environment()), 'audit_head');
  try {
    const audit = createAudit({ db, keys, clock: systemClock });
    const shops = await db.selectFrom('shop').select('id').orderBy('created_at').execute();
    const unlocked = [];
    for (const { id: shop } of shops) unlocked.push(...(await unlockManagers({ db, audit, shop })));
    const names = [...new Set(unlocked)];
    const who =
      names.length === 0
        ? 'There is no manager yet. Set up the shop first.'
        : `Managers unlocked: ${names.join(', ')}.`;
    process.stdout.write(`${who} This is saved in the audit trail.\n`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The managers could not be unlocked'}\n`);
  process.exitCode = 1;
}
