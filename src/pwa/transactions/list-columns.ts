/** Columns of the list from a tablet on; headings and rows share them. */
export const COLUMNS =
  'tablet:gap-x-4 tablet:grid-cols-[12rem_minmax(0,1.2fr)_4rem_minmax(0,1.2fr)_minmax(0,1fr)_5rem] till:grid-cols-[13rem_minmax(0,1.2fr)_5rem_minmax(0,1.2fr)_minmax(0,1fr)_7rem]';
