import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../http/route.ts';
import { openApiDocument } from './document.ts';
import { DOCS_STYLE, docsPage } from './page.ts';

export interface OpenApiRoutesDeps extends Pick<Router, 'on' | 'onStream'> {
  readonly version: string;
  /** The address for browsers; null if the server answers under any name. */
  readonly origin: string | null;
  /** One sentence for each route of a feature. */
  readonly summaries: Readonly<Record<string, string>>;
}

/**
 * Adds the document and the page about this interface; both are the same for all callers, and built
 * at the first request.
 */
export function openApiRoutes({ on, onStream, ...about }: OpenApiRoutesDeps): void {
  let made: Readonly<Record<string, unknown>> | null = null;
  const document = () => {
    made ??= openApiDocument(about);
    return made;
  };
  const stream = (text: string) => new Blob([text]).stream();
  on(endpoints.openapi, () => Promise.resolve({ body: { ...document() } }));
  onStream(endpoints.docs, () =>
    Promise.resolve({ contentType: 'text/html; charset=utf-8', body: stream(docsPage(document())) }),
  );
  onStream(endpoints.docsStyle, () =>
    Promise.resolve({ contentType: 'text/css; charset=utf-8', body: stream(DOCS_STYLE) }),
  );
}
