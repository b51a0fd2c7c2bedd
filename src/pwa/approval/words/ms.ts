import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalWords } from './en.ts';

const plural = pluralsOf('ms');

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
  askManagers: 'Tanya pengurus pada peranti mereka',
  asked: 'Pengurus melihatnya pada peranti mereka sekarang.',
  secondsLeft: (seconds) => plural(seconds, { other: 'tinggal # saat' }),
  takeBack: 'Jangan tanya lagi',
  refusedBy: (name) => `${name} menolak.`,
  nobodyAnswered: 'Tiada pengurus menjawab tepat pada masanya.',
  waiting: 'Menunggu pengurus',
  kinds: { tender: 'Penebusan', refund: 'Bayaran balik', issue: 'Jualan baucar', activation: 'Pengaktifan kad' },
  pieces: (count) => plural(count, { other: '# keping' }),
  asks: (person, device) => `${person} meminta di ${device}`,
  approve: 'Luluskan',
  refuse: 'Tolak',
};
