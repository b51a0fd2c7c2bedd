import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const AuditPage = lazy(() => import('./audit-page.tsx').then(({ AuditPage: Page }) => ({ default: Page })));
const TrailLines = lazy(() => import('./trail-lines.tsx').then(({ TrailLines: Part }) => ({ default: Part })));

export const auditPages: PageFeature = {
  name: 'audit-page',
  pages: [{ path: ADDRESSES.audit, role: 'manager', Page: AuditPage }],
  slots: { trailLines: TrailLines },
};
