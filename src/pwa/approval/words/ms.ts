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
  noOtherManager: 'Tiada pengurus lain yang boleh bersetuju sekarang. Pengurus yang dikeluarkan masih dikira selama sehari.',
  askManagers: 'Tanya pengurus pada peranti mereka',
  asked: 'Pengurus melihatnya pada peranti mereka sekarang.',
  noManagerSignedIn: 'Tiada pengurus yang log masuk pada mana-mana peranti. Minta pengurus log masuk, atau menaip PIN di sini.',
  secondsLeft: (seconds) => plural(seconds, { other: 'tinggal # saat' }),
  takeBack: 'Jangan tanya lagi',
  refusedBy: (name) => `${name} menolak.`,
  nobodyAnswered: 'Tiada pengurus menjawab tepat pada masanya.',
  waiting: 'Menunggu pengurus',
  kinds: {
    tender: 'Penebusan',
    refund: 'Bayaran balik',
    issue: 'Jualan baucar',
    activation: 'Pengaktifan kad',
    reprint: 'Baucar diberi semula',
  },
  pieces: (count) => plural(count, { other: '# keping' }),
  asks: (person, device) => `${person} meminta di ${device}`,
  approve: 'Luluskan',
  refuse: 'Tolak',
  questions: 'Dua soalan kepada pelanggan',
  questionsLead: 'Bacakan, dan tunggu jawapannya.',
  onPhone: 'Adakah anda sedang bercakap dengan seseorang di telefon?',
  toldTo: 'Adakah sesiapa menyuruh anda membayar seseorang dengan baucar ini?',
  yes: 'Ya',
  no: 'Tidak',
  questionOf: (number) => `Soalan ${number} daripada 2`,
  notSold: 'Tidak dijual',
  stopText:
    'Kami lebih suka tidak menjual ini kepada anda sekarang. Orang yang jujur tidak meminta bayaran dengan baucar: bukan polis, bukan bank, bukan pejabat cukai. Sila letak telefon dan berbincang dengan orang yang anda percayai.',
  notSoldMore: 'Tiada apa-apa diminta daripada pengeluar dan tiada apa-apa perlu dibayar. Ini dicatat tanpa nama pelanggan.',
  backToCatalogue: 'Kembali ke katalog',
  notice:
    'Baucar adalah untuk hadiah dan membeli-belah. Jika seseorang meminta anda membayar dengannya, atau memberitahu nombornya, itu penipuan: letak telefon dan beritahu kami.',
  guard: 'Adakah seseorang meminta ini melalui telefon?',
  guardLead: 'Tiada sesiapa dari ibu pejabat, pengeluar atau IT pernah meminta ini melalui telefon.',
  guardMore:
    'Kad sebanyak ini, atau pada waktu ini, memerlukan pengurus. Jika pemanggil yang mahukannya: letak telefon, dan tanya pengurus anda secara bersemuka.',
  nobodyAsks: 'Tiada sesiapa meminta melalui telefon',
  somebodyAsks: 'Ada: berhenti',
};
