import type { WhatsNewMessages } from './en.ts';

export const zh: WhatsNewMessages = {
  title: '新功能',
  updated: 'Tillside 已更新',
  version: (version) => `版本 ${version}`,
  topics: {
    firstPin: '新员工可以在收银台上用纸条上的一次性代码设置首个 PIN。',
    restoredAccess: '恢复备份后，“今天”会列出可能重新生效的访问权限，例如设备和 API 密钥。请逐项确认或终止。',
    allShops: '如果有多家门店，“所有门店”会集中显示各店的结班、报表和异常。',
  },
};
