import { pluralsOf } from '../../words/plural.ts';
import type { TodayMessages } from './en.ts';

const plural = pluralsOf('fr');

export const fr: TodayMessages = {
  taken: 'Encaissé aujourd’hui, remboursements déduits',
  redemptions: (captures, refunds) =>
    `${plural(captures, { one: '# encaissement', other: '# encaissements' })}, ${plural(refunds, { one: '# remboursement', other: '# remboursements' })}`,
  tills: 'Caisses actives',
  tillsOf: (here, all) => `${here} sur ${all}`,
  tillLocked: 'L’une est bloquée après des PIN erronés',
  openShifts: 'Services ouverts',
  byTill: 'Encaissé aujourd’hui par caisse',
  byHour: 'Encaissé par heure',
  lastWeek: 'Il y a une semaine',
  shifts: (count) => (count === 0 ? 'Aucun ouvert' : plural(count, { one: '# ouvert', other: '# ouverts' })),
};
