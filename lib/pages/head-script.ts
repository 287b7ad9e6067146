/** The local storage key of the theme, `light` or `dark`. If it is absent, the device's setting applies. */
export const THEME_KEY = "theme";
/** The local storage key of the access token (product 7), which is present while a user is logged in. */
export const TOKEN_KEY = "accessToken";
/** The local storage key of the user's role: pages that are the same for all visitors leave out what a role cannot do. */
export const ROLE_KEY = "role";

/**
 * An inline script in the head of every page. It sets `data-theme`, `data-signed-in` and `data-role` on the root element before the first paint and
 * after changes in other tabs. It is inline because the policy of signed-in pages blocks script files without a nonce; the policy contains
 * its hash (lib/pages/csp.ts).
 */
export const headScript = `(()=>{const look=()=>{let t,s,r;try{t=localStorage.getItem("${THEME_KEY}");s=localStorage.getItem("${TOKEN_KEY}");r=localStorage.getItem("${ROLE_KEY}")}catch{}const{dataset}=document.documentElement;if(t==="light"||t==="dark")dataset.theme=t;else delete dataset.theme;if(s)dataset.signedIn="";else delete dataset.signedIn;if(s&&r)dataset.role=r;else delete dataset.role};look();addEventListener("storage",look)})()`;
