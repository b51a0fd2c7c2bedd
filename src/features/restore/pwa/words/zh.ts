import type { RestoreMessages } from './en.ts';

export const zh: RestoreMessages = {
  title: '恢复备份',
  lead: '找回服务器已丢失的门店。按“恢复”之前不会更改任何内容。',
  code: '设置码',
  codeHint: '新服务器启动时会显示设置码。',
  next: '继续',
  leave: '返回',
  backup: '备份',
  other: '其他文件夹',
  folder: '服务器上的备份文件夹',
  folderHint: '例如 /mnt/backups/tillside-2030-01-15T09-00-00Z',
  check: '检查此备份',
  checking: '正在试恢复备份… 大型门店可能需要几分钟。',
  fit: (when) => `备份完整且未被更改，创建于 ${when}。`,
  holds: (people, devices) => `人员：${people}。收银台：${devices}。`,
  missing: (when) => `${when} 之后的内容缺失。门店先处于关闭状态，直到发行方和收银台补充所能提供的内容。人员使用当天的 PIN 登录。`,
  device: '这台收银台的名称',
  deviceExample: '新收银台',
  restore: '恢复',
  restoring: '正在恢复… 服务器将重新启动。请保持此页面打开。',
  unfit: '无法恢复此备份。未更改任何内容。',
};
