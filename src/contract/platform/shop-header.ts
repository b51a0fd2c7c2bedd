/**
 * The shop of the device when the page was loaded. A page of a device that has moved to another
 * shop must neither send there what it began before, nor take the answer for its own.
 */
export const SHOP_HEADER = 'X-Tillside-Shop';
