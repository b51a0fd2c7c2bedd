import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { RemoteApprovalMessages } from './en.ts';

const plural = pluralsOf('ms');

export const ms: RemoteApprovalMessages = {
  askManagers: 'Minta kelulusan pada peranti pengurus',
  asked: 'Dihantar ke peranti pengurus.',
  noManagerSignedIn: 'Tiada pengurus yang log masuk pada mana-mana peranti. Minta pengurus log masuk, atau menaip PIN di sini.',
  secondsRemaining: (seconds) => plural(seconds, { other: 'tinggal # saat' }),
  takeBack: 'Batalkan permintaan',
  refusedBy: (name) => `${name} menolak.`,
  noAnswer: 'Tiada pengurus menjawab tepat pada masanya.',
  waiting: 'Menunggu pengurus',
  asks: (person, device) => `${person} di ${device} meminta kelulusan`,
  approve: 'Luluskan',
  refuse: 'Tolak',
};
