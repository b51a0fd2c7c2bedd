import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { FleetMessages } from './en.ts';

const plural = pluralsOf('zh');

export const zh: FleetMessages = {
  lead: '每台设备每五分钟报告一次；您刷新时，正在使用的设备会立即报告。报告中没有姓名、号码或金额。',
  refresh: '刷新',
  noReport: '尚无报告',
  version: (version) => `版本 ${version}`,
  reads: { hand: '扫描枪', camera: '摄像头' },
  printer: (name) => `打印机 ${name}`,
  locked: '已锁定',
  open: '使用中',
  reported: (ago) => `报告于 ${ago}`,
  filters: { offline: '营业时间内离线', unsent: '有未发送的操作', old: '尚未更新', clock: '时钟不准', silent: '一天未使用' },
  concerns: {
    offline: '营业时间内离线',
    old: '尚未更新',
    clock: '时钟不准',
    silent: '一天未使用',
    unsent: (count) => plural(count, { other: '# 项操作未发送' }),
  },
};
