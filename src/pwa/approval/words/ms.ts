import type { ApprovalWords } from './en.ts';

export const ms: ApprovalWords = {
  own: 'Taip PIN anda sekali lagi',
  ownLead: 'Sebanyak ini sekali gus, atau dalam sejam, memerlukan PIN anda sekali lagi.',
  pin: 'PIN anda',
  confirm: 'Sahkan dan hantar',
  title: 'Pengurus perlu meluluskan ini',
  lead: 'Minta pengurus menaip PIN di sini. Anda kekal log masuk. Ia untuk sekali ini sahaja, dan dicatat dengan kedua-dua nama.',
  manager: 'Pengurus',
  managerPin: 'PIN pengurus',
  pinOf: (name) => `PIN ${name}`,
  sixth: 'Digit keenam meluluskannya.',
  checking: 'Sedang menyemak',
  nobody: 'Tiada pengurus di sini.',
};
