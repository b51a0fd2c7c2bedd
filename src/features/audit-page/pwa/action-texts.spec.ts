import { expect, it } from 'vitest';
import { storedActions } from '../../../contract/platform/audit-actions.ts';
import { languageSchema } from '../../../contract/platform/languages.ts';
import { featureActionTexts } from '../../../pwa/words/feature-action-texts.ts';
import { fetchPageMessages } from '../../../pwa/words/page-words.ts';

it.each(languageSchema.options)('every action that the trail stores has one text in %s', async (language) => {
  const { actions } = await fetchPageMessages('audit-page', language);
  const ofFeatures = featureActionTexts(language);
  const countOf = (action: string) => [actions, ofFeatures].filter((texts) => action in texts).length;
  expect(storedActions.filter((action) => countOf(action) !== 1)).toEqual([]);
});
