/**
 * The national part of a phone number in digits: a Nigerian number with 234, with 0, with both or with neither before it is one number. The SQL
 * function national_number does the same. Safe in the browser.
 */
export const nationalNumber = (phone: string): string => phone.replace(/^0{0,2}(?:234)?0?(?=\d{10}$)/, "");
