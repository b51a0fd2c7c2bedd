import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalWords } from './en.ts';

const plural = pluralsOf('zh');

export const zh: ApprovalWords = {
  own: '请再次输入您的 PIN',
  ownLead: '一次或一小时内这么多，需要再次输入您的 PIN。',
  pin: '您的 PIN',
  confirm: '确认并发送',
  title: '需要经理批准',
  lead: '请经理在这里输入 PIN。您仍保持登录。批准只用于这一次，并会记下两个人的姓名。',
  manager: '经理',
  managerPin: '经理的 PIN',
  pinOf: (name) => `${name} 的 PIN`,
  sixth: '输完第六位即批准。',
  checking: '正在核对',
  nobody: '这里没有经理。',
  askManagers: '在经理的设备上询问',
  asked: '经理现在可以在自己的设备上看到。',
  secondsLeft: (seconds) => plural(seconds, { other: '还剩 # 秒' }),
  takeBack: '不再询问',
  refusedBy: (name) => `${name} 已拒绝。`,
  nobodyAnswered: '没有经理及时回答。',
  waiting: '等待经理',
  kinds: { tender: '使用', refund: '退款', issue: '售券', activation: '激活卡' },
  pieces: (count) => plural(count, { other: '# 张' }),
  asks: (person, device) => `${person} 在 ${device} 提出`,
  approve: '批准',
  refuse: '拒绝',
};
