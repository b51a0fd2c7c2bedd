import { lazy } from 'react';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const PasskeysPage = lazy(() => import('./passkeys-page.tsx').then(({ PasskeysPage: Page }) => ({ default: Page })));
const OfficeEntry = lazy(() => import('./office-entry.tsx').then(({ OfficeEntry: Part }) => ({ default: Part })));
const PasskeysLink = lazy(() => import('./passkeys-link.tsx').then(({ PasskeysLink: Part }) => ({ default: Part })));
const ConfirmationPart = lazy(() =>
  import('./confirmation-part.tsx').then(({ ConfirmationPart: Part }) => ({ default: Part })),
);

export const headOfficePages: PageFeature = {
  name: 'head-office',
  pages: [{ path: OFF_NAVIGATION.passkeys, role: 'manager', Page: PasskeysPage }],
  slots: { lockScreen: OfficeEntry, managerMenu: PasskeysLink, signedIn: ConfirmationPart },
};
