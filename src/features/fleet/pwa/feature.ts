import { lazy } from 'react';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const FleetSection = lazy(() => import('./fleet-section.tsx').then(({ FleetSection: Part }) => ({ default: Part })));

export const fleetPages: PageFeature = {
  name: 'fleet',
  loadEnrolled: () => import('./report-device.tsx').then(({ ReportDevice }) => ReportDevice),
  slots: { tills: FleetSection },
};
