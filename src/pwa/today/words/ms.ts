import type { TodayMessages } from './en.ts';

export const ms: TodayMessages = {
  taken: 'Ditebus hari ini, selepas bayaran balik',
  redemptions: (captures, refunds) => `${captures} tebusan, ${refunds} bayaran balik`,
  tills: 'Kaunter aktif',
  tillsOf: (here, all) => `${here} daripada ${all}`,
  tillLocked: 'Satu dikunci selepas PIN salah',
  openShifts: 'Syif terbuka',
  byTill: 'Ditebus hari ini mengikut kaunter',
  byHour: 'Ditebus mengikut jam',
  lastWeek: 'Seminggu lalu',
  shifts: (count) => (count === 0 ? 'Tiada yang terbuka' : `${count} terbuka`),
};
