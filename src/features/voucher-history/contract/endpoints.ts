import { type Endpoint, post } from '../../../contract/platform/endpoint.ts';
import { storyNoteSchema, storyRequestSchema, storySchema } from './story.ts';

export const historyEndpoints = {
  /**
   * Why a voucher holds what it holds; stock staff ask by the sequence number of a card alone.
   *
   * The first of each story is a line of the trail.
   */
  story: post('/api/stories', 'session', storyRequestSchema, storySchema, { scopes: ['stories'] }),
  /** A manager's note on a story, which the trail keeps. */
  noteStory: post('/api/stories/notes', 'manager', storyNoteSchema, null),
} as const satisfies Record<string, Endpoint>;
