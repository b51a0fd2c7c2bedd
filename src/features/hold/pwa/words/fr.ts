import type { HoldMessages } from './en.ts';

export const fr: HoldMessages = {
  lead: 'Un bon bloqué ne peut être encaissé sur aucune caisse ni par aucun programme tant qu’un responsable ne le débloque pas.',
  hold: 'Bloquer le bon',
  what: 'Toutes les caisses et tous les programmes le refusent tant qu’un responsable ne le débloque pas. Son solde ne change pas.',
  code: 'Code du bon',
  codeHint: 'Scannez-le, ou tapez ce qui est imprimé dessus ou sous son code-barres.',
  useCamera: 'Utiliser la caméra',
  hideCamera: 'Fermer la caméra',
  reason: 'Motif',
  reasonHint: 'Les responsables le voient ici et dans le journal d’audit.',
  held: (voucher) => `${voucher} est bloqué à toutes les caisses.`,
  underWay: (device, when) =>
    `Un encaissement ou un remboursement avait déjà commencé sur ${device}, le ${when}. Le blocage ne l’arrête pas.`,
  onHold: 'Bloqués',
  since: (when) => `Bloqué depuis le ${when}.`,
  none: 'Aucun bon n’est bloqué.',
  by: (person, when) => `${person}, ${when}`,
  release: 'Débloquer',
  releaseOf: (voucher) => `Débloquer ${voucher}`,
  releaseSure: (voucher) => `Le bon ${voucher} pourra ensuite servir de nouveau à toutes les caisses.`,
  released: (voucher) => `${voucher} peut servir de nouveau.`,
  releasedBy: (person, when) => `Débloqué par ${person}, ${when}`,
  over: (count) => `Débloqués auparavant : ${count}`,
};
