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
    display: 'What a customer display shows.',
    displayEvents: 'Tells a customer display at once that what it shows changed.',
    showSale: 'Tells what is on a till’s screen, for the devices that show it to customers.',
    displayCode: 'Makes a code by which another device becomes the customer display of this till.',
    connectDisplay: 'Makes this device a customer display.',
    displays: 'Devices that are customer displays.',
    endDisplay: 'Ends that a device is a customer display.',
  } satisfies Record<keyof typeof displayEndpoints, string>,
  create(core) {
    const notifyDisplay = (deviceId: string) => publishChange(core, 'display', deviceId);
    const displays = createDisplays({ ...core, tell: notifyDisplay });
    const parts = {
      displays,
      shown: createCustomerView({ ...core, displays, tell: notifyDisplay }),
      displayEvents: createDisplayEvents({ ...core, displays }),
    };
    return { parts, routes: ({ on, onStream }) => displayRoutes({ on, onStream, ...parts }) };
  },
});
