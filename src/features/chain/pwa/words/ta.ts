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
  columns: { redeemed: 'மீட்கப்பட்டது', refunded: 'திரும்பச் செலுத்தியது', openCases: 'திறந்த நிகழ்வுகள்', openTills: 'பணிமுறை திறந்த பணப்பெட்டிகள்' },
  counted: (amount: string, count: number) => `${amount} (${count})`,
  total: 'எல்லாக் கடைகள்',
  open: 'திற',
  openShop: (shop: string) => `${shop} கடையைத் திற`,
  allDevices: 'எல்லாச் சாதனங்கள்',
  devices: (count: number) => plural(count, { one: '# சாதனம்', other: '# சாதனங்கள்' }),
};
