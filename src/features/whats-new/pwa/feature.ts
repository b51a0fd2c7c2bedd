import { lazy } from 'react';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const WhatsNewPage = lazy(() => import('./whats-new-page.tsx').then(({ WhatsNewPage: Page }) => ({ default: Page })));
const NewsCard = lazy(() => import('./news-card.tsx').then(({ NewsCard: Part }) => ({ default: Part })));
const NewsLink = lazy(() => import('./news-link.tsx').then(({ NewsLink: Part }) => ({ default: Part })));

export const whatsNewPages: PageFeature = {
  name: 'whats-new',
  pages: [{ path: OFF_NAVIGATION.whatsNew, role: 'manager', Page: WhatsNewPage }],
  slots: { today: NewsCard, managerMenu: NewsLink },
};
