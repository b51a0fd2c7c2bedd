import type { TodayWords } from './en.ts';

export const ms: TodayWords = {
  taken: 'Diambil hari ini, tolak pulangan',
  redemptions: (captures, refunds) => `${captures} tebusan, ${refunds} pulangan`,
  tills: 'Kaunter sedang bekerja',
  tillsOf: (here, all) => `${here} daripada ${all}`,
  tillLocked: 'Satu dikunci selepas PIN salah',
  openShifts: 'Syif terbuka',
  shifts: (count) => (count === 0 ? 'Tiada yang terbuka' : `${count} terbuka`),
};
