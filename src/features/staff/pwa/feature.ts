import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const PeoplePage = lazy(() => import('./people-page.tsx').then(({ PeoplePage: Page }) => ({ default: Page })));
const TillsPage = lazy(() => import('./tills-page.tsx').then(({ TillsPage: Page }) => ({ default: Page })));

const FirstPinForm = lazy(() => import('./first-pin-form.tsx').then(({ FirstPinForm: Part }) => ({ default: Part })));

export const staffPages: PageFeature = {
  name: 'staff',
  pages: [
    { path: ADDRESSES.people, role: 'manager', Page: PeoplePage },
    { path: ADDRESSES.tills, role: 'manager', Page: TillsPage },
  ],
  slots: { firstPin: FirstPinForm },
};
