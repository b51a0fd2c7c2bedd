import { prepareText } from '../../../bff/platform/http/prepared.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { DOCS_STYLE, docsPage } from './page.ts';

export interface OpenApiRoutesDeps extends Pick<Router, 'onDocument'> {
  readonly apiDocument: () => Readonly<Record<string, unknown>>;
  readonly programsDocument: () => Readonly<Record<string, unknown>>;
}

/** Adds the document and the page about this interface; both are the same for all callers. */
export function openApiRoutes({ onDocument, apiDocument, programsDocument }: OpenApiRoutesDeps): void {
  onDocument(endpoints.openapi, (reader) =>
    prepareText(JSON.stringify(reader === 'programs' ? programsDocument() : apiDocument()), 'application/json'),
  );
  onDocument(endpoints.docs, () => prepareText(docsPage(apiDocument()), 'text/html; charset=utf-8'));
  onDocument(endpoints.docsStyle, () => prepareText(DOCS_STYLE, 'text/css; charset=utf-8'));
}
