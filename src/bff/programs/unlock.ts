import { createAudit } from '../audit/audit.ts';
import { systemClock } from '../base/ports.ts';
import { readConfig } from '../config/config.ts';
import { openExisting } from '../keeping/open-existing.ts';
import { letManagersIn } from '../people/let-in.ts';
import { firstShop } from '../store/first-shop.ts';

/**
 * `npm run unlock`: forgets the wrong PINs that may keep managers out, beside a running server.
 *
 * They keep their PINs.
 */
try {
  const { db, keys } = await openExisting(readConfig(process.env), 'audit_head');
  try {
    const first = await firstShop(db);
    const names =
      first === null
        ? []
        : await letManagersIn({ db, audit: createAudit({ db, keys, clock: systemClock }), shop: first.shop });
    const who =
      names.length === 0
        ? 'There is no manager yet: set up the shop.'
        : `No wrong PIN keeps a manager out any more: ${names.join(', ')}.`;
    process.stdout.write(`${who} It is written into the audit trail.\n`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'Nothing could be unlocked'}\n`);
  process.exitCode = 1;
}
