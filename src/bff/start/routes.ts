import { activationRoutes } from '../activation/route.ts';
import { approvalRoutes } from '../approval/route.ts';
import { attentionRoutes } from '../attention/route.ts';
import { auditRoutes } from '../audit/route.ts';
import { VERSION } from '../base/version.ts';
import { bookRoutes } from '../books/route.ts';
import { checkRoutes } from '../check/route.ts';
import { type Config, sellsVouchers } from '../config/config.ts';
import { displayRoutes } from '../display/route.ts';
import { eventRoutes } from '../events/route.ts';
import { exceptionRoutes } from '../exceptions/route.ts';
import { gapRoutes } from '../gap/route.ts';
import { holdRoutes } from '../hold/route.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Router } from '../http/route.ts';
import { issueRoutes } from '../issue/route.ts';
import { keyRoutes } from '../keys/route.ts';
import { matchRoutes } from '../match/route.ts';
import { openApiRoutes } from '../openapi/route.ts';
import { peopleRoutes } from '../people/routes.ts';
import { printingRoutes } from '../printing/route.ts';
import { refundRoutes } from '../refund/route.ts';
import { registerRoutes } from '../register/route.ts';
import { settingsRoutes } from '../settings/route.ts';
import { shiftRoutes } from '../shift/route.ts';
import { storyRoutes } from '../story/route.ts';
import { tenderRoutes } from '../tender/route.ts';
import { transactionRoutes } from '../transactions/route.ts';
import { webhookRoutes } from '../webhooks/route.ts';
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
