import type { TodayMessages } from './en.ts';

export const zh: TodayMessages = {
  taken: '今天已核销，扣除退款',
  redemptions: (captures, refunds) => `${captures} 次核销，${refunds} 次退款`,
  tills: '使用中的收银台',
  tillsOf: (here, all) => `${here} / ${all}`,
  tillLocked: '有一台因 PIN 错误被锁定',
  openShifts: '未结班次',
  byTill: '今日各收银台核销',
  byHour: '按小时核销',
  lastWeek: '一周前',
  shifts: (count) => (count === 0 ? '没有未结班次' : `${count} 个未结`),
};
