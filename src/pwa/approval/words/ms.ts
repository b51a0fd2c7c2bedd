import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalWords } from './en.ts';

const plural = pluralsOf('ms');

export const ms: ApprovalWords = {
  own: 'Taip PIN anda sekali lagi',
  ownLead: 'Ini melebihi had satu transaksi atau satu jam. Masukkan PIN anda untuk mengesahkan.',
  pin: 'PIN anda',
  confirm: 'Sahkan dan hantar',
  title: 'Pengurus perlu meluluskan ini',
  lead: 'Minta pengurus memasukkan PIN di sini. Anda kekal log masuk. Kelulusan ini untuk tindakan ini sahaja dan disimpan dengan kedua-dua nama.',
  manager: 'Pengurus',
  managerPin: 'PIN pengurus',
  pinOf: (name) => `PIN ${name}`,
  sixth: 'Diluluskan apabila digit keenam dimasukkan.',
  checking: 'Sedang menyemak',
  nobody: 'Tiada pengurus disediakan di kaunter ini.',
  noOtherManager: 'Tiada pengurus lain yang boleh bersetuju sekarang. Pengurus yang dikeluarkan masih dikira selama sehari.',
  askManagers: 'Minta kelulusan pada peranti pengurus',
  asked: 'Dihantar ke peranti pengurus.',
  noManagerSignedIn: 'Tiada pengurus yang log masuk pada mana-mana peranti. Minta pengurus log masuk, atau menaip PIN di sini.',
  secondsLeft: (seconds) => plural(seconds, { other: 'tinggal # saat' }),
  takeBack: 'Batalkan permintaan',
  refusedBy: (name) => `${name} menolak.`,
  nobodyAnswered: 'Tiada pengurus menjawab tepat pada masanya.',
  waiting: 'Menunggu pengurus',
  kinds: {
    tender: 'Tebusan',
    refund: 'Bayaran balik',
    issue: 'Jualan baucar',
    activation: 'Pengaktifan kad',
    reprint: 'Pemberian semula baucar',
  },
  pieces: (count) => plural(count, { other: '# keping' }),
  asks: (person, device) => `${person} di ${device} meminta kelulusan`,
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
    'Kami tidak dapat menjual ini kepada anda sekarang. Polis, bank dan pejabat cukai tidak pernah meminta bayaran dengan baucar. Sila letak telefon dan berbincang dengan orang yang anda percayai.',
  notSoldMore: 'Tiada apa dihantar kepada pengeluar, dan tiada apa perlu dibayar. Ini disimpan tanpa nama pelanggan.',
  backToCatalogue: 'Kembali ke katalog',
  notice:
    'Baucar adalah untuk hadiah dan membeli-belah. Jika seseorang meminta anda membayar dengannya, atau memberitahu nombornya, itu penipuan: letak telefon dan beritahu kami.',
  guard: 'Adakah seseorang meminta ini melalui telefon?',
  guardLead: 'Tiada sesiapa dari ibu pejabat, pengeluar atau IT pernah meminta ini melalui telefon.',
  guardMore:
    'Bilangan kad ini, atau waktu ini, memerlukan pengurus. Jika pemanggil yang memintanya, letak telefon dan tanya pengurus anda secara bersemuka.',
  nobodyAsks: 'Tidak, bukan melalui telefon',
  somebodyAsks: 'Ya: berhenti',
};
