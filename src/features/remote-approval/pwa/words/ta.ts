import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { RemoteApprovalMessages } from './en.ts';

const plural = pluralsOf('ta');

export const ta: RemoteApprovalMessages = {
  askManagers: 'மேலாளர்களின் சாதனங்களில் ஒப்புதல் கேள்',
  asked: 'மேலாளர்களின் சாதனங்களுக்கு அனுப்பப்பட்டது.',
  noManagerSignedIn: 'எந்தச் சாதனத்திலும் மேலாளர் யாரும் உள்நுழையவில்லை. ஒருவரை உள்நுழையச் சொல்லுங்கள், அல்லது இங்கே தங்கள் PIN-ஐ உள்ளிடச் சொல்லுங்கள்.',
  secondsRemaining: (seconds) => plural(seconds, { one: 'இன்னும் # விநாடி', other: 'இன்னும் # விநாடிகள்' }),
  takeBack: 'கோரிக்கையை ரத்து செய்',
  refusedBy: (name) => `${name} மறுத்தார்.`,
  noAnswer: 'எந்த மேலாளரும் நேரத்தில் பதிலளிக்கவில்லை.',
  waiting: 'மேலாளருக்காகக் காத்திருக்கிறது',
  asks: (person, device) => `${device}-இல் ${person} ஒப்புதல் கேட்கிறார்`,
  approve: 'ஒப்புதல் அளி',
  refuse: 'மறு',
};
