import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { DOCS_STYLE, docsPage } from './page.ts';

export interface OpenApiRoutesDeps extends Pick<Router, 'on' | 'onStream'> {
  readonly apiDocument: () => Readonly<Record<string, unknown>>;
}

/** Adds the document and the page about this interface; both are the same for all callers. */
export function openApiRoutes({ on, onStream, apiDocument }: OpenApiRoutesDeps): void {
  const stream = (text: string) => new Blob([text]).stream();
  on(endpoints.openapi, () => Promise.resolve({ body: { ...apiDocument() } }));
  onStream(endpoints.docs, () =>
    Promise.resolve({ contentType: 'text/html; charset=utf-8', body: stream(docsPage(apiDocument())) }),
  );
  onStream(endpoints.docsStyle, () =>
    Promise.resolve({ contentType: 'text/css; charset=utf-8', body: stream(DOCS_STYLE) }),
  );
}
