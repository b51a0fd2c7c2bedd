import type { PlaceWords } from './en.ts';

export const places: PlaceWords = {
  title: 'வழிசெலுத்தல்',
  skip: 'பக்கத்திற்குச் செல்',
  redeem: 'பயன்படுத்து',
  activate: 'அட்டைகளைச் செயல்படுத்து',
  sell: 'வவுச்சர்களை விற்க',
  transactions: 'பரிவர்த்தனைகள்',
  closing: 'நாள் முடிவு',
  attention: 'கவனம் தேவை',
  people: 'நபர்களும் சாதனங்களும்',
  connections: 'இணைப்புகள்',
  audit: 'தணிக்கைப் பதிவு',
  practice: 'பயிற்சி வவுச்சர்கள்',
};
