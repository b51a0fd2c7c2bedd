import type { ChainMessages } from './en.ts';

export const zh: ChainMessages = {
  title: '连锁门店',
  shop: '门店',
  home: (shop: string) => `${shop}（此设备）`,
  visiting: (shop: string) => `您正在查看${shop}。在这里无法核销。`,
  office: (shop: string) => `总部，正在查看${shop}。`,
  back: (shop: string) => `返回${shop}`,
  columns: {
    redeemed: '已核销',
    refunded: '已退款',
    openCases: '待处理事项',
    openTills: '班次未结的收银台',
    exceptions: '异常',
    devices: '待检查设备',
  },
  counted: (amount: string, count: number) => `${amount}（${count}）`,
  total: '所有门店',
  open: '打开',
  openShop: (shop: string) => `打开${shop}`,
  allDevices: '所有设备',
  devices: (count: number) => `${count} 台设备`,
  missing: {
    suspended: (shops) => `已停用，未计入：${shops}`,
    unread: (shops) => `无法读取数据，未计入：${shops}。请稍后重试。`,
  },
  incomplete: {
    total: '合计不完整',
    suspended: '已停用',
    'no-answer': '无响应，请稍后重试',
    'being-read': '仍在读取',
    'issuer-away': '无法连接发行方',
    'not-stored': '更早的交易未存储',
  },
  openShifts: (count) => `${count} 个未结班次`,
  differing: (count) => `${count} 个班次与收银机不符`,
  noExceptions: '没有待查看的异常。',
};
