import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Stories } from './stories.ts';

export function storyRoutes(on: Router['on'], stories: Stories): void {
  on(endpoints.story, async ({ caller, body, signal }) => ({ body: await stories.explain(caller, body, signal) }));
  on(endpoints.noteStory, async ({ caller, body }) => {
    await stories.note(caller, body.token, body.note);
    return { body: undefined };
  });
}
