import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalWords } from './en.ts';

const plural = pluralsOf('ta');

export const ta: ApprovalWords = {
  own: 'உங்கள் PIN-ஐ மீண்டும் தட்டச்சு செய்யவும்',
  ownLead: 'ஒரே முறையில் அல்லது ஒரு மணி நேரத்தில் இவ்வளவுக்கு உங்கள் PIN மீண்டும் தேவை.',
  pin: 'உங்கள் PIN',
  confirm: 'உறுதிசெய்து அனுப்பு',
  title: 'மேலாளர் ஒப்புதல் தேவை',
  lead: 'மேலாளர் தனது PIN-ஐ இங்கே தட்டச்சு செய்ய வேண்டும். நீங்கள் உள்நுழைந்தே இருப்பீர்கள். இது இந்த ஒரு முறைக்கு மட்டும்; இருவர் பெயரும் பதிவாகும்.',
  manager: 'மேலாளர்',
  managerPin: 'மேலாளரின் PIN',
  pinOf: (name) => `${name} அவர்களின் PIN`,
  sixth: 'ஆறாவது இலக்கம் ஒப்புதல் அளிக்கும்.',
  checking: 'சரிபார்க்கிறது',
  nobody: 'இங்கே மேலாளர் யாரும் இல்லை.',
  askManagers: 'மேலாளர்களை அவர்களின் சாதனங்களில் கேள்',
  asked: 'மேலாளர்கள் இதை இப்போது தங்கள் சாதனங்களில் பார்க்கிறார்கள்.',
  secondsLeft: (seconds) => plural(seconds, { one: 'இன்னும் # விநாடி', other: 'இன்னும் # விநாடிகள்' }),
  takeBack: 'இனி கேட்க வேண்டாம்',
  refusedBy: (name) => `${name} மறுத்தார்.`,
  nobodyAnswered: 'எந்த மேலாளரும் நேரத்தில் பதிலளிக்கவில்லை.',
  waiting: 'மேலாளருக்காகக் காத்திருக்கிறது',
  kinds: { tender: 'பயன்பாடு', refund: 'பணத்திருப்பம்', issue: 'வவுச்சர் விற்பனை', activation: 'அட்டைச் செயல்படுத்தல்' },
  pieces: (count) => plural(count, { other: '# எண்ணிக்கை' }),
  asks: (person, device) => `${person}, ${device}-இல் கேட்கிறார்`,
  approve: 'ஒப்புதல் அளி',
  refuse: 'மறு',
};
