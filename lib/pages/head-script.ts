/** Local storage: `light` or `dark`; absent, the device decides. */
export const THEME_KEY = "theme";
/** Local storage: the access token (product 7); present, somebody is signed in. */
export const TOKEN_KEY = "accessToken";

/**
 * Stands in the head of every page, so that the chosen appearance and who has signed in are there before anything is painted; later
 * it follows what changes in another tab. It leaves `data-theme` and `data-signed-in` on the root element, for the style sheet. Inline,
 * because a file would not be run by the policy of signed-in pages, and keep the paint waiting; that policy knows it by its hash (csp.ts).
 */
export const headScript = `(()=>{const look=()=>{let t,s;try{t=localStorage.getItem("${THEME_KEY}");s=localStorage.getItem("${TOKEN_KEY}")}catch{}const{dataset}=document.documentElement;if(t==="light"||t==="dark")dataset.theme=t;else delete dataset.theme;if(s)dataset.signedIn="";else delete dataset.signedIn};look();addEventListener("storage",look)})()`;
