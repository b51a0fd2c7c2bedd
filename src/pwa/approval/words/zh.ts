import type { ApprovalWords } from './en.ts';

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
};
