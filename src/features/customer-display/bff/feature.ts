import { defineServer } from '../../../bff/app/feature.ts';

import { publishChange } from '../../../bff/redemption/operation/changes.ts';
import type { displayEndpoints } from '../contract/endpoints.ts';
import { createCustomerView } from './customer-view.ts';
import { createDisplayEvents } from './display-events.ts';
import { createDisplays } from './displays.ts';
import { displayRoutes } from './route.ts';

export const customerDisplay = defineServer({
  name: 'customer-display',
  summaries: {
    display: 'Returns what a customer display shows.',
    displayEvents: 'Notifies a customer display of changes.',
    showSale: 'Publishes a till’s screen to its customer displays.',
    displayCode: 'Creates a code that connects another device as this till’s customer display.',
    connectDisplay: 'Makes this device a customer display.',
    displays: 'Devices that are customer displays.',
    endDisplay: 'Disconnects a customer display.',
  } satisfies Record<keyof typeof displayEndpoints, string>,
  examples: {
    showSale: { saleId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', due: null, busy: false },
    connectDisplay: { code: 'ABCD-EFGH' },
  },
  money: { none: ['connectDisplay', 'displayCode', 'endDisplay', 'showSale'] },
  create(core) {
    const notifyDisplay = (deviceId: string) => publishChange(core, 'display', deviceId);
    const displays = createDisplays({ ...core, notify: notifyDisplay });
    const parts = {
      displays,
      shown: createCustomerView({ ...core, displays, notify: notifyDisplay }),
      displayEvents: createDisplayEvents({ ...core, refunds: core.journals.refunds, displays }),
    };
    return { parts, routes: ({ on, onStream }) => displayRoutes({ on, onStream, ...parts }) };
  },
});
