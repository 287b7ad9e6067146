import { type Answer } from "./api";

/** A page that was rendered for one user changes nothing for another who has logged in since, and shows nothing (product 10.3). */
export const as = (userId: string) => ({ "x-user-id": userId });

export const outcome = ({ status, body }: Answer) => [status, body.error];

export const OTHER = [409, "OTHER_USER"];
