import type { News } from '../../../../contract/platform/news.ts';

const TENDER_ID = '53bc098d-1139-4274-bedd-e11776e735a7';
const CLOSING_ID = 'd6f6b06b-b2d1-414a-b770-047c4774b8ed';
const OPERATION = ['id', 'kind', 'state'];

interface ProgramEvent {
  readonly when: string;
  /** The names of the texts in `data`. */
  readonly fields: readonly string[];
  readonly example: Readonly<Record<string, string>>;
}

const ofTender = (when: string, state: string): ProgramEvent => ({
  when,
  fields: OPERATION,
  example: { id: TENDER_ID, kind: 'tender', state },
});

/** The events that webhooks are notified of. */
export const PROGRAM_EVENTS: Readonly<Record<News, ProgramEvent>> = {
  'tender.taken': ofTender('A redemption is confirmed, also later than expected', 'captured'),
  'tender.not_taken': ofTender('Certainly nothing was redeemed', 'declined'),
  'tender.unknown': ofTender('The outcome of a redemption is not known yet', 'unknown'),
  'tender.refunded': ofTender('A redemption was refunded in full', 'refunded'),
  'attention.opened': {
    when: 'A manager has to decide a case: `kind` is that of its operation',
    fields: OPERATION,
    example: { id: TENDER_ID, kind: 'tender', state: 'manager' },
  },
  'day.closed': {
    when: 'A day was compared with the register',
    fields: ['id', 'date'],
    example: { id: CLOSING_ID, date: '2030-01-15' },
  },
  'shift.closed': {
    when: 'A shift was closed with a Z report',
    fields: ['id', 'number', 'till', 'tillId', 'personId'],
    example: { id: TENDER_ID, number: '42', till: 'Till 1', tillId: '7f0c', personId: '9a1e' },
  },
};

const TIMESTAMP = '2030-01-15T09:00:00.000Z';
const TEXT = { type: 'string' };

/** Builds `webhooks` of the OpenAPI document: one operation of the receiver for each event. */
export function webhooksOfDocument(): Readonly<Record<string, unknown>> {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const parameters = headers.map((name) => ({ name, in: 'header', required: true, schema: TEXT }));
  return Object.fromEntries(
    Object.entries(PROGRAM_EVENTS).map(([type, { when, fields, example }]) => {
      const data = {
        type: 'object',
        properties: Object.fromEntries(fields.map((name) => [name, TEXT])),
        required: fields,
      };
      const schema = {
        type: 'object',
        properties: { type: { const: type }, timestamp: TEXT, data },
        required: ['type', 'timestamp', 'data'],
      };
      const content = { 'application/json': { schema, example: { type, timestamp: TIMESTAMP, data: example } } };
      const operation = {
        summary: `${when}.`,
        description: 'Sent at least once, with the same `webhook-id`, until the response is 2xx.',
        parameters,
        requestBody: { required: true, content },
        responses: { '2XX': { description: 'Received.' } },
      };
      return [type, { post: operation }];
    }),
  );
}
