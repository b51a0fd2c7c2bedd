import { defineServer } from '../../../bff/app/feature.ts';
import { VERSION } from '../../../bff/platform/base/version.ts';
import type { documentEndpoints } from '../contract/endpoints.ts';
import { openApiDocument } from './document.ts';
import { openApiForPrograms } from './programs/programs-document.ts';
import { openApiRoutes } from './route.ts';

export const apiDocuments = defineServer({
  name: 'api-documents',
  summaries: {
    openapi: 'This document. With `for=programs`, only the routes for keys, with examples and errors.',
    docs: 'This interface as a web page.',
    docsStyle: 'The stylesheet of that page.',
  } satisfies Record<keyof typeof documentEndpoints, string>,
  create({ summaries, examples, config }) {
    let made: ReturnType<typeof openApiDocument> | null = null;
    const apiDocument = () => {
      made ??= openApiDocument({ version: VERSION, origin: config.publicOrigin, summaries, examples });
      return made;
    };
    const programsDocument = () => openApiForPrograms({ version: VERSION, origin: config.publicOrigin, summaries });
    return {
      parts: { apiDocument },
      routes: ({ onDocument }) => openApiRoutes({ onDocument, apiDocument, programsDocument }),
    };
  },
});
