import type { ChainMessages } from './en.ts';

export const ms: ChainMessages = {
  title: 'Kedai dalam rangkaian',
  shop: 'Kedai',
  home: (shop: string) => `${shop} (peranti ini)`,
  visiting: (shop: string) => `Anda sedang melihat ${shop}. Baucar tidak boleh ditebus di sini.`,
  office: (shop: string) => `Ibu pejabat, melihat ${shop}.`,
  back: (shop: string) => `Kembali ke ${shop}`,
  columns: {
    redeemed: 'Ditebus',
    refunded: 'Dibayar balik',
    openCases: 'Kes terbuka',
    openTills: 'Kaunter dengan syif terbuka',
    exceptions: 'Pengecualian',
    devices: 'Peranti untuk disemak',
  },
  counted: (amount: string, count: number) => `${amount} (${count})`,
  total: 'Semua kedai',
  open: 'Buka',
  openShop: (shop: string) => `Buka ${shop}`,
  allDevices: 'Semua peranti',
  devices: (count: number) => `${count} peranti`,
  missing: {
    suspended: (shops) => `Dimatikan dan tidak termasuk: ${shops}`,
    unread: (shops) => `Tidak termasuk kerana data tidak dapat dibaca: ${shops}. Cuba lagi nanti.`,
  },
  incomplete: {
    total: 'Jumlah tidak lengkap',
    suspended: 'Dimatikan',
    'no-answer': 'Tiada respons. Cuba lagi nanti',
    'being-read': 'Masih dibaca',
    'issuer-away': 'Pengeluar tidak dapat dihubungi',
    'not-stored': 'Transaksi lama tidak disimpan',
  },
  openShifts: (count) => `${count} syif terbuka`,
  differing: (count) => `${count} syif berbeza daripada mesin daftar`,
  noExceptions: 'Tiada pengecualian untuk disemak.',
};
