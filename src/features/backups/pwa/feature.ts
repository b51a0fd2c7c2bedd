import { lazy } from 'react';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const RestorePage = lazy(() => import('./restore-page.tsx').then(({ RestorePage: Page }) => ({ default: Page })));

const AccessCase = lazy(() => import('./access-case.tsx').then(({ AccessCase: Part }) => ({ default: Part })));

export const backupPages: PageFeature = {
  name: 'backups',
  publicPages: { [OFF_NAVIGATION.restore]: RestorePage },
  slots: { caseOf: { access: AccessCase } },
};
