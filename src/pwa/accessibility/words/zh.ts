import type { AccessibilityMessages } from './en.ts';

export const zh: AccessibilityMessages = {
  title: '无障碍',
  lead: 'Tillside 按照 WCAG 2.2 AA 级制作，尚未经过认证。',
  met: {
    title: '支持',
    lines: [
      '所有操作都可以用键盘完成，快捷键在菜单里。',
      '读屏软件会读出每个结果。',
      '200 % 字号、320 像素宽的手机，以及浅色、深色和高对比度主题。',
      '结果从不只靠颜色表达：都有文字、图标、声音和振动。',
      '如果您的设备设置了减少动态效果，就不会有动画。',
    ],
  },
  notMet: {
    title: '暂不支持',
    lines: ['对准摄像头需要看到屏幕。您可以改为输入号码或使用扫码枪。', '您必须记住 PIN 码。', 'Tillside 还没有由读屏软件用户测试过。'],
  },
  tell: {
    title: '报告问题',
    lines: ['请告诉本店经理，经理可以联系 Tillside 的开发者。'],
  },
};
