import type { TodayMessages } from './en.ts';

export const ta: TodayMessages = {
  taken: 'இன்று பயன்படுத்தியது, திருப்பியது போக',
  redemptions: (captures, refunds) => `${captures} பயன்பாடுகள், ${refunds} திருப்பங்கள்`,
  tills: 'செயலில் உள்ள பணப்பெட்டிகள்',
  tillsOf: (here, all) => `${all} இல் ${here}`,
  tillLocked: 'தவறான PIN காரணமாக ஒன்று பூட்டப்பட்டுள்ளது',
  openShifts: 'திறந்த பணிநேரங்கள்',
  byTill: 'இன்று பணப்பெட்டி வாரியாக மீட்பு',
  byHour: 'மணிநேர வாரியாகப் பயன்படுத்தியவை',
  lastWeek: 'ஒரு வாரத்திற்கு முன்',
  shifts: (count) => (count === 0 ? 'திறந்தவை இல்லை' : `${count} திறந்து\u00ADள்ளன`),
};
