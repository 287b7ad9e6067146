// Next would otherwise use the product's file of this name.
export function register() {}
