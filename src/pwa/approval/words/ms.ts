import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalMessages } from './en.ts';

const plural = pluralsOf('ms');

export const ms: ApprovalMessages = {
  own: 'Taip PIN anda sekali lagi',
  ownLead: 'Ini melebihi had satu transaksi atau satu jam. Masukkan PIN anda untuk mengesahkan.',
  pin: 'PIN anda',
  confirm: 'Sahkan dan hantar',
  title: 'Pengurus perlu meluluskan ini',
  lead: 'Minta pengurus memasukkan PIN di sini. Anda kekal log masuk. Kelulusan ini untuk tindakan ini sahaja dan disimpan dengan kedua-dua nama.',
  manager: 'Pengurus',
  managerPin: 'PIN pengurus',
  pinOf: (name) => `PIN ${name}`,
  sixth: 'Diluluskan secara automatik selepas digit keenam.',
  checking: 'Sedang menyemak',
  nobody: 'Tiada pengurus disediakan di kaunter ini.',
  noOtherManager: 'Tiada pengurus lain yang boleh meluluskan ini sekarang. Jika seorang dikeluarkan hari ini, cuba lagi selepas 24 jam.',
  kinds: {
    tender: 'Tebusan',
    refund: 'Bayaran balik',
    issue: 'Jualan baucar',
    activation: 'Pengaktifan kad',
    reprint: 'Cetak atau hantar semula',
  },
  limits: {
    card: 'Nilai satu baucar dijual',
    order: 'Nilai semua baucar dalam satu jualan',
    vouchers: 'Bilangan baucar dalam satu jualan',
    typed: 'Nombor ditaip dengan tangan',
    'voucher-day': 'Ditebus daripada satu baucar dalam sehari',
    refund: 'Satu bayaran balik',
    'own-refund': 'Bayaran balik oleh orang yang menebus',
    reprint: 'Baucar dicetak atau dihantar semula serentak',
    cards: 'Kad yang diaktifkan serentak',
    'closed-cards': 'Kad yang diaktifkan di luar waktu buka',
    'hour-sum': 'Baucar dikeluarkan dalam sejam',
    'hour-cards': 'Kad diaktifkan dalam sejam',
  },
  rule: (what, above, isOther) => `${what}: melebihi ${above}, ${isOther ? 'pengurus lain' : 'pengurus'} perlu meluluskannya.`,
  cards: (count) => plural(count, { other: '# kad' }),
  vouchers: (count) => plural(count, { other: '# baucar' }),
  notice:
    'Baucar adalah untuk hadiah dan membeli-belah. Jika sesiapa meminta anda membayar mereka dengan baucar, atau meminta nombornya, itu penipuan: letak telefon dan beritahu kami.',
};
