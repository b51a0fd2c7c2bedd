import { type Endpoint, post } from '../../../contract/platform/endpoint.ts';
import { storyNoteSchema, storyRequestSchema, storySchema } from './story.ts';

export const historyEndpoints = {
  /**
   * The reasons for a voucher's balance; stock staff may only use a card's sequence number.
   *
   * The first response of each history is recorded in the trail.
   */
  story: post('/api/stories', 'session', storyRequestSchema, storySchema, { scopes: ['stories'] }),
  noteStory: post('/api/stories/notes', 'manager', storyNoteSchema, null),
} as const satisfies Record<string, Endpoint>;
