/**
 * Columns of headings and rows, from tablet width on. If there is too little room, times are cut
 * off rather than amounts.
 */
export const COLUMNS =
  'tablet:gap-x-3 till:gap-x-4 ' +
  'tablet:grid-cols-[clamp(9rem,25vw,12.5rem)_minmax(0,1fr)_4rem_minmax(8rem,1.2fr)_minmax(0,0.8fr)_5rem] ' +
  'till:grid-cols-[13rem_minmax(0,1.2fr)_5rem_minmax(0,1.2fr)_minmax(0,1fr)_7rem]';
