import { expect, it } from 'vitest';
import { LIMIT_PRESET_NAMES, LIMIT_PRESETS } from '../../../contract/access/limit-presets.ts';
import { shopSettingsSchema } from '../../../contract/access/settings.ts';
import { loosenedSettings } from './loosened.ts';
import { DEFAULT_SETTINGS } from './stored-settings.ts';

it('each preset is valid and at least as strict as the one before it', () => {
  expect(LIMIT_PRESET_NAMES).toEqual(['small-shop', 'counter', 'strict']);
  LIMIT_PRESET_NAMES.reduce((before, name) => {
    expect(loosenedSettings(before, LIMIT_PRESETS[name])).toEqual([]);
    return shopSettingsSchema.parse({ ...before, ...LIMIT_PRESETS[name] });
  }, DEFAULT_SETTINGS);
});
