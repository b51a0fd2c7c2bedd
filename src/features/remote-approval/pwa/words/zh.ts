import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { RemoteApprovalMessages } from './en.ts';

const plural = pluralsOf('zh');

export const zh: RemoteApprovalMessages = {
  askManagers: '向经理的设备请求批准',
  asked: '已发送到经理的设备。',
  noManagerSignedIn: '目前没有经理在任何设备上登录。请让经理登录，或在此输入其 PIN。',
  secondsRemaining: (seconds) => plural(seconds, { other: '还剩 # 秒' }),
  takeBack: '取消请求',
  refusedBy: (name) => `${name} 已拒绝。`,
  noAnswer: '没有经理及时回答。',
  waiting: '等待经理',
  asks: (person, device) => `${person} 在 ${device} 请求批准`,
  approve: '批准',
  refuse: '拒绝',
};
