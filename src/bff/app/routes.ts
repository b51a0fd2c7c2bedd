import { keyRoutes } from '../../features/api-access/bff/keys/route.ts';
import { webhookRoutes } from '../../features/api-access/bff/webhooks/route.ts';
import { bookRoutes } from '../../features/closings/bff/books/route.ts';
import { matchRoutes } from '../../features/closings/bff/match/route.ts';
import { shiftRoutes } from '../../features/closings/bff/route.ts';
import { displayRoutes } from '../../features/customer-display/bff/route.ts';
import { exceptionRoutes } from '../../features/exception-report/bff/route.ts';
import { activationRoutes } from '../../features/gift-cards/bff/route.ts';
import { holdRoutes } from '../../features/hold/bff/route.ts';
import { printingRoutes } from '../../features/printing/bff/route.ts';
import { registerRoutes } from '../../features/registers/bff/route.ts';
import { issueRoutes } from '../../features/selling/bff/route.ts';
import { transactionRoutes } from '../../features/transactions/bff/route.ts';
import { storyRoutes } from '../../features/voucher-history/bff/route.ts';
import { approvalRoutes } from '../access/approval/route.ts';
import { peopleRoutes } from '../access/people/routes.ts';
import { settingsRoutes } from '../access/settings/route.ts';
import { auditRoutes } from '../platform/audit/route.ts';
import { VERSION } from '../platform/base/version.ts';
import { type Config, sellsVouchers } from '../platform/config/config.ts';
import { eventRoutes } from '../platform/events/route.ts';
import type { Cookies } from '../platform/http/cookies.ts';
import type { Router } from '../platform/http/route.ts';
import { openApiRoutes } from '../platform/openapi/route.ts';
import { attentionRoutes } from '../redemption/cases/route.ts';
import { checkRoutes } from '../redemption/check/route.ts';
import { gapRoutes } from '../redemption/recovery/route.ts';
import { refundRoutes } from '../redemption/refund/route.ts';
import { tenderRoutes } from '../redemption/tender/route.ts';
import type { Parts } from './assemble.ts';

/** What the routes of the rooms are added to. */
export interface RouteTable extends Pick<Router, 'on' | 'onStream'> {
  readonly cookies: Cookies;
}

/** Adds the routes of every room. */
export function addRoutes({ on, onStream, cookies }: RouteTable, config: Config, parts: Parts): void {
  const { audit, trail } = parts;
  const { currency } = config.terms;
  const shop = {
    id: parts.shop,
    currency,
    days: parts.days,
    sessionIdleMs: config.sessionIdleMs,
    sells: sellsVouchers(config),
  };
  peopleRoutes({ ...parts, on, shop, cookies });
  keyRoutes(on, parts.accessKeys);
  webhookRoutes(on, parts.webhooks);
  openApiRoutes({ on, onStream, version: VERSION, origin: config.publicOrigin });
  eventRoutes(onStream, parts.events);
  displayRoutes({ on, onStream, ...parts });
  checkRoutes(on, parts.check);
  holdRoutes(on, parts.holds);
  storyRoutes(on, parts.stories);
  tenderRoutes(on, parts.tenders, parts.numberSale);
  gapRoutes(on, parts.remembering);
  refundRoutes(on, parts.refunds);
  activationRoutes(on, parts.activations);
  issueRoutes(on, parts.issues);
  printingRoutes({ on, onStream, ...parts });
  approvalRoutes(on, parts);
  settingsRoutes(on, parts.settings);
  attentionRoutes(on, parts.attention);
  transactionRoutes({ on, onStream, audit }, parts.transactions, parts.closings);
  shiftRoutes(on, parts);
  bookRoutes({ on, onStream, audit }, parts.bookKeeping);
  matchRoutes(on, parts.matching);
  registerRoutes({ on, ...parts });
  exceptionRoutes(on, parts.exceptions);
  auditRoutes({ on, onStream, audit, trail });
}
