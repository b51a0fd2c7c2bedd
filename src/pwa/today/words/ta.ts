import type { TodayWords } from './en.ts';

export const ta: TodayWords = {
  taken: 'இன்று பயன்படுத்தியது, திருப்பியது போக',
  redemptions: (captures, refunds) => `${captures} பயன்பாடுகள், ${refunds} திருப்பங்கள்`,
  tills: 'செயலில் உள்ள பணப்பெட்டிகள்',
  tillsOf: (here, all) => `${all} இல் ${here}`,
  tillLocked: 'தவறான PIN காரணமாக ஒன்று பூட்டப்பட்டுள்ளது',
  openShifts: 'திறந்த பணிநேரங்கள்',
  shifts: (count) => (count === 0 ? 'எதுவும் திறந்திருக்கவில்லை' : `${count} திறந்துள்ளன`),
};
