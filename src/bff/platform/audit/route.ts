import type { TrailLine } from '../../../contract/platform/audit.ts';
import { CSV_BOM, type RecordFormat, recordFormatOf } from '../../../contract/platform/csv.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../http/route.ts';
import { textStream } from '../http/text-stream.ts';
import type { Audit } from './audit.ts';
import type { Trail } from './trail.ts';

export interface AuditRoutesOptions extends Pick<Router, 'on' | 'onStream'> {
  readonly trail: Trail;
  readonly audit: Audit;
}

/** Adds the routes of the audit trail. An export is recorded before it begins. */
export function auditRoutes({ on, onStream, trail, audit }: AuditRoutesOptions): void {
  on(endpoints.auditSearch, async ({ caller, body: { cursor, ...filter } }) => ({
    body: await trail.page(caller.shop, filter, cursor),
  }));

  onStream(endpoints.auditExport, async ({ caller, body, query }) => {
    await audit.write({
      by: caller,
      action: 'data.exported',
      details: { what: 'audit', from: body.from, to: body.to },
    });
    return {
      contentType: 'text/csv; charset=utf-8',
      headers: { 'Content-Disposition': `attachment; filename="audit-${body.from.slice(0, 10)}.csv"` },
      body: textStream(csvOf(trail.pages(caller.shop, body), recordFormatOf(query))),
    };
  });
}

/** Returns the trail as CSV; details are `name=value` pairs, because each action has its own. */
async function* csvOf(pages: AsyncGenerator<readonly TrailLine[]>, recordOf: RecordFormat): AsyncGenerator<string> {
  yield CSV_BOM + recordOf(['time', 'action', 'person', 'device', 'subject', 'details']);
  for await (const lines of pages) {
    yield lines
      .map(({ at, action, person, device, subject, details }) => {
        const more = Object.entries(details).map(([name, value]) => `${name}=${value}`);
        return recordOf([at, action, person?.name ?? null, device?.name ?? null, subject, more.join('; ')]);
      })
      .join('');
  }
}
