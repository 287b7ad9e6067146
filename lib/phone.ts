/**
 * Returns the national part of a phone number in digits: with the prefix 234, 0, both or neither, it is the same Nigerian number. The SQL
 * function national_number does the same. Safe in the browser.
 */
export const nationalNumber = (phone: string): string => phone.replace(/^0{0,2}(?:234)?0?(?=\d{10}$)/, "");
