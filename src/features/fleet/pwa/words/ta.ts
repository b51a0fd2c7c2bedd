import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { FleetMessages } from './en.ts';

const plural = pluralsOf('ta');

export const ta: FleetMessages = {
  lead: 'ஒவ்வொரு சாதனமும் ஐந்து நிமிடங்களுக்கு ஒருமுறை தன்னைப் பற்றித் தெரிவிக்கும்; நீங்கள் புதுப்பிக்கும்போது, பயன்பாட்டில் உள்ளவை உடனே தெரிவிக்கும். அதில் பெயர்கள், குறியீடுகள், தொகைகள் இல்லை.',
  refresh: 'புதுப்பி',
  noReport: 'இன்னும் அறிக்கை இல்லை',
  version: (version) => `பதிப்பு ${version}`,
  reads: { hand: 'கை ஸ்கேனர்', camera: 'கேமரா' },
  printer: (name) => `அச்சுப்பொறி ${name}`,
  locked: 'பூட்டப்பட்டது',
  open: 'பயன்பாட்டில்',
  reported: (ago) => `தெரிவித்தது ${ago}`,
  filters: {
    offline: 'கடை நேரத்தில் இணைப்பில் இல்லை',
    unsent: 'அனுப்பப்படாத செயல்பாடுகள்',
    old: 'இன்னும் புதுப்பிக்கப்படவில்லை',
    clock: 'கடிகாரம் தவறு',
    silent: 'ஒரு நாளாகப் பயன்படுத்தவில்லை',
  },
  concerns: {
    offline: 'கடை நேரத்தில் இணைப்பில் இல்லை',
    old: 'இன்னும் புதுப்பிக்கவில்லை',
    clock: 'கடிகாரம் தவறு',
    silent: 'ஒரு நாளாகப் பயன்படுத்தவில்லை',
    unsent: (count) => plural(count, { one: '# செயல் அனுப்பப்படவில்லை', other: '# செயல்கள் அனுப்பப்படவில்லை' }),
  },
};
