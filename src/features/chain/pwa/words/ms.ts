import type { ChainMessages } from './en.ts';

export const ms: ChainMessages = {
  title: 'Kedai dalam rangkaian',
  shop: 'Kedai',
  home: (shop: string) => `${shop} (peranti ini)`,
  visiting: (shop: string) => `Anda sedang melihat ${shop}. Baucar tidak boleh ditebus di sini.`,
  office: (shop: string) => `Ibu pejabat, melihat ${shop}.`,
  back: (shop: string) => `Kembali ke ${shop}`,
  columns: { redeemed: 'Ditebus', refunded: 'Dibayar balik', openCases: 'Kes terbuka', openTills: 'Kaunter dengan syif terbuka' },
  counted: (amount: string, count: number) => `${amount} (${count})`,
  total: 'Semua kedai',
  open: 'Buka',
  openShop: (shop: string) => `Buka ${shop}`,
  allDevices: 'Semua peranti',
  devices: (count: number) => `${count} peranti`,
};
