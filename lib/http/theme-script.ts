/** Local storage: `light` or `dark`; absent, the device decides. */
export const THEME_KEY = "theme";

/**
 * Stands in the head of every page, so that the chosen appearance is there before anything is painted; later it follows what is
 * chosen in this or another tab. Inline, because a file would not be run by the policy of signed-in pages, and keep the paint waiting;
 * that policy knows it by its hash (csp.ts).
 */
export const themeScript = `(()=>{const look=()=>{let t;try{t=localStorage.getItem("${THEME_KEY}")}catch{}const{dataset}=document.documentElement;if(t==="light"||t==="dark")dataset.theme=t;else delete dataset.theme};look();addEventListener("storage",look)})()`;
