import type { PlaceWords } from './en.ts';

export const places: PlaceWords = {
  title: '导航',
  skip: '跳到页面内容',
  redeem: '核销',
  activate: '激活卡片',
  sell: '出售电子券',
  transactions: '交易',
  closing: '日终',
  attention: '需要处理',
  people: '人员和设备',
  connections: '连接',
  audit: '审计记录',
  practice: '练习券',
};
