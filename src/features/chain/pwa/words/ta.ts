import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { ChainMessages } from './en.ts';

const plural = pluralsOf('ta');

export const ta: ChainMessages = {
  title: 'சங்கிலியின் கடைகள்',
  shop: 'கடை',
  home: (shop: string) => `${shop} (இந்தச் சாதனம்)`,
  visiting: (shop: string) => `${shop} கடையைப் பார்க்கிறீர்கள். இங்கு எதையும் மீட்க முடியாது.`,
  office: (shop: string) => `தலைமை அலுவலகம், ${shop} கடையைப் பார்க்கிறது.`,
  back: (shop: string) => `${shop} கடைக்குத் திரும்பு`,
  columns: {
    redeemed: 'மீட்கப்பட்டது',
    refunded: 'திரும்பச் செலுத்தியது',
    openCases: 'திறந்த நிகழ்வுகள்',
    openTills: 'பணிமுறை திறந்த பணப்பெட்டிகள்',
    exceptions: 'விதிவிலக்குகள்',
    devices: 'சரிபார்க்க வேண்டிய சாதனங்கள்',
  },
  counted: (amount: string, count: number) => `${amount} (${count})`,
  total: 'எல்லாக் கடைகள்',
  openShop: (shop: string) => `${shop} கடையைத் திற`,
  quietShops: (count) => plural(count, { one: 'பரிவர்த்தனை இல்லாத # கடையைக் காட்டு', other: 'பரிவர்த்தனை இல்லாத # கடைகளைக் காட்டு' }),
  allDevices: 'எல்லாச் சாதனங்கள்',
  devices: (count: number) => plural(count, { one: '# சாதனம்', other: '# சாதனங்கள்' }),
  missing: {
    suspended: (shops) => `நிறுத்தப்பட்டவை, சேர்க்கப்படவில்லை: ${shops}`,
    unread: (shops) => `தரவைப் படிக்க முடியாததால் சேர்க்கப்படவில்லை: ${shops}. பிறகு மீண்டும் முயலவும்.`,
  },
  incomplete: {
    total: 'மொத்தம் முழுமையற்றது',
    suspended: 'நிறுத்தப்பட்டது',
    'no-answer': 'பதில் இல்லை. பிறகு மீண்டும் முயலவும்',
    'being-read': 'இன்னும் படிக்கப்படுகிறது',
    'issuer-away': 'வழங்குநரைத் தொடர்புகொள்ள முடியவில்லை',
    'not-stored': 'பழைய பரிவர்த்தனைகள் சேமிக்கப்படவில்லை',
  },
  openShifts: (count) => plural(count, { one: '# திறந்த பணிநேரம்', other: '# திறந்த பணிநேரங்கள்' }),
  differing: (count) => plural(count, { one: '# பணிநேரம் பணப்பதிவுடன் வேறுபடுகிறது', other: '# பணிநேரங்கள் பணப்பதிவுடன் வேறுபடுகின்றன' }),
  moveOf: (device, shop) => `${shop} கடையின் ${device} சாதனத்தை வேறு கடைக்கு மாற்று`,
  signedOut: 'சாதனம் உடனே வெளியேற்றப்படும்.',
  moved: (device, shop) => `${device} இப்போது ${shop} கடைக்கு உரியது.`,
  noExceptions: 'பார்க்க வேண்டிய விதிவிலக்குகள் இல்லை.',
};
