import type { TodayWords } from './en.ts';

export const zh: TodayWords = {
  taken: '今天已收，减去退款',
  redemptions: (captures, refunds) => `${captures} 次核销，${refunds} 次退款`,
  tills: '在用的收银台',
  tillsOf: (here, all) => `${here} / ${all}`,
  tillLocked: '有一台因 PIN 错误被锁定',
  notClosed: '未日结',
  days: (count) => (count === 0 ? '每天都已日结' : `${count} 天`),
};
