import { eventStreamResult } from '../../../bff/platform/events/streams.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { tenderIdSchema } from '../../../contract/redemption/tender.ts';
import type { CustomerView } from './customer-view.ts';
import type { DisplayEvents } from './display-events.ts';
import type { Displays } from './displays.ts';

export interface DisplayRoutesOptions extends Pick<Router, 'on' | 'onStream'> {
  readonly displays: Displays;
  readonly shown: CustomerView;
  readonly displayEvents: DisplayEvents;
}

export function displayRoutes({ on, onStream, displays, shown, displayEvents }: DisplayRoutesOptions): void {
  on(endpoints.display, async ({ caller, query }) => {
    const sale = tenderIdSchema.safeParse(query['sale']);
    return { body: await shown.view(caller, sale.success ? sale.data : null) };
  });
  onStream(endpoints.displayEvents, ({ caller, isStillAllowed }) =>
    eventStreamResult(displayEvents.open(caller, isStillAllowed)),
  );
  on(endpoints.showSale, async ({ caller, body }) => {
    await shown.show(caller, body);
    return { body: undefined };
  });
  on(endpoints.displayCode, async ({ caller }) => ({ status: 201, body: await displays.makeCode(caller) }));
  on(endpoints.connectDisplay, async ({ caller, body }) => {
    const till = await displays.connect(caller, body.code);
    return { status: 201, body: { till: till.name } };
  });
  on(endpoints.displays, async ({ caller }) => ({ body: await displays.of(caller.device.id) }));
  on(endpoints.endDisplay, async ({ caller, params }) => {
    await displays.end(caller, params['id'] ?? '');
    return { body: undefined };
  });
}
