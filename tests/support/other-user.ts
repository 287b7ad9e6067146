import { type Answer } from "./api";

/** A page rendered for one user neither changes nor shows anything for another user who has logged in since (product 10.3). */
export const as = (userId: string) => ({ "x-user-id": userId });

export const outcome = ({ status, body }: Answer) => [status, body.error];

export const OTHER = [409, "OTHER_USER"];
