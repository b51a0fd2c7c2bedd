import type { HoldMessages } from './en.ts';

export const zh: HoldMessages = {
  lead: '被冻结的券在经理解除冻结之前，不能在任何收银台或程序核销。',
  hold: '冻结',
  what: '在经理解除冻结之前，所有收银台和程序都会拒绝这张券。券内余额不变。',
  code: '券码',
  codeHint: '扫描，或输入券上或条码下方印的号码。',
  useCamera: '使用摄像头',
  hideCamera: '关闭摄像头',
  reason: '原因',
  reasonHint: '经理在这里和审计记录里可以看到。',
  held: (voucher) => `${voucher} 已在所有收银台冻结。`,
  underWay: (device, when) => `${device} 上有一笔核销或退款在冻结之前已经开始（${when}），冻结不会中止它。`,
  onHold: '已冻结',
  none: '没有被冻结的券。',
  by: (person, when) => `${person}，${when}`,
  release: '解除冻结',
  releaseOf: (voucher) => `解除冻结 ${voucher}`,
  releaseSure: (voucher) => `之后，${voucher} 在所有收银台都可以再次使用。`,
  released: (voucher) => `${voucher} 可以再次使用了。`,
  releasedBy: (person, when) => `由 ${person} 解除冻结，${when}`,
  over: (count) => `之前解除冻结的：${count}`,
};
