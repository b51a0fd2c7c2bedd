import { lazy } from 'react';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const loadParts = () => import('./fleet-parts.tsx');
const DeviceFacts = lazy(() => loadParts().then(({ DeviceFacts: Part }) => ({ default: Part })));
const FleetActions = lazy(() => loadParts().then(({ FleetActions: Part }) => ({ default: Part })));

export const fleetPages: PageFeature = {
  name: 'fleet',
  loadEnrolled: () => import('./report-device.tsx').then(({ ReportDevice }) => ReportDevice),
  slots: { deviceRow: DeviceFacts, devices: FleetActions },
};
