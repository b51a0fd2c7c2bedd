import { endpoints } from '../../contract/platform/endpoints.ts';
import { approvalRoutes } from '../access/approval/route.ts';
import { peopleRoutes } from '../access/people/routes.ts';
import { settingsRoutes } from '../access/settings/route.ts';
import { auditRoutes } from '../platform/audit/route.ts';
import { type Config, sellsVouchers } from '../platform/config/config.ts';
import { eventRoutes } from '../platform/events/route.ts';
import { nameOfShop } from '../platform/store/first-shop.ts';
import { attentionRoutes } from '../redemption/cases/route.ts';
import { checkRoutes } from '../redemption/check/route.ts';
import { gapRoutes } from '../redemption/recovery/route.ts';
import { refundRoutes } from '../redemption/refund/route.ts';
import { tenderRoutes } from '../redemption/tender/route.ts';
import type { Parts } from './assemble.ts';
import type { RouteTable } from './feature-hooks.ts';

export function addRoutes(table: RouteTable, config: Config, parts: Parts): void {
  const { on, onStream, cookies } = table;
  const { audit, trail } = parts;
  const { currency } = config.terms;
  const shop = {
    id: parts.shop,
    name: () => nameOfShop(parts.db, parts.shop),
    currency,
    days: parts.days,
    sessionIdleMs: config.sessionIdleMs,
    sells: sellsVouchers(config),
  };
  peopleRoutes({ ...parts, on, shop, cookies });
  eventRoutes(onStream, parts.events);
  checkRoutes(on, parts.check);
  tenderRoutes(on, parts.tenders, parts);
  gapRoutes(on, parts.tillReports);
  refundRoutes(on, parts.refunds);
  approvalRoutes(on, parts.approvals);
  settingsRoutes(on, parts.settings);
  attentionRoutes(on, parts.attention);
  auditRoutes({ on, onStream, audit, trail });
  /* Pages of registers read it too. */
  on(endpoints.returnKey, async () => ({
    body: await parts.signingKey.publicKeys(),
    headers: [['Access-Control-Allow-Origin', '*']],
  }));
  for (const hook of parts.hooks) hook.routes?.(table, config);
}
