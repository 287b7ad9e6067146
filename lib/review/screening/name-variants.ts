import "server-only";

/**
 * Nigerian variants of given names, which differ too much to be similar by their letters (product 10.27, ADR 32). Words as `normalizeName`
 * returns them. Pure. The sources are in docs/reference-data.md. Increase `RULES_VERSION` (score.ts) with every change.
 */

/** Spellings of the same name, mostly of Arabic origin; the first one represents the others. */
const spellings = [
  "muhammad muhammed muhammadu muhamad muhamed mohammed mohammad mohamed mohamad mohammadu mahammad mamadou mohd muhd",
  "ahmad ahmed ahmadu amadu ahmet",
  "mahmud mahmoud mahmood mahmudu mamuda",
  "ali aliyu aly",
  "umar omar umaru omer",
  "usman uthman othman osman usmanu",
  "abubakar abubakr abubaker abubakaru",
  "ibrahim ibrahima ibraheem ebrahim brahim buraimoh",
  "yusuf yusufu youssef yousef yussuf yusef",
  "abdullahi abdullah abdallah abdulahi",
  "abdulrahman abdurrahman abdulrahaman abdulraman",
  "abdulaziz abdelaziz abdulazeez",
  "hassan hasan hassanu",
  "hussain hussein husain husaini hussaini hossein",
  "sulaiman suleiman suleman sulayman sulaimanu sulemanu",
  "ismail ismaila ismailu ismael esmail",
  "mustapha mustafa mostafa",
  "dauda dawud dawood daud",
  "idris idrissa idirisu idrees",
  "yahaya yahya yahia",
  "salihu salih saleh",
  "saidu said saeed saeedu",
  "aminu amin ameen",
  "haruna harun haroun",
  "yakubu yaqub yakub yacoub",
  "fatima fatimah fatimatu fatimat fati fatema",
  "aisha aishatu aishat ayesha aesha",
  "zainab zaynab zeinab zainabu zainabat",
  "maryam mariam maryamu miriam",
  "khadija khadijah khadijat hadiza",
  "amina aminah aminat aminatu ameena",
];

/**
 * Short forms and the names that they stand for. Those that follow a rule (`dropElement`) are not repeated. One name may have several short
 * forms, and one short form several names, which are different names.
 */
const shortForms = {
  // Yoruba
  ayo: "ayodele ayodeji ayomide ayobami ayoola",
  bimbola: "abimbola",
  biodun: "abiodun",
  bola: "abimbola bolanle bolaji adebola",
  bukky: "bukola oluwabukola",
  damola: "oluwadamilola adedamola",
  dami: "damilola damilare oluwadamilola oluwadamilare",
  deji: "ayodeji",
  dele: "ayodele bamidele",
  funmi: "funmilayo olufunmilayo oluwafunmilayo",
  funke: "olufunke",
  ife: "ifeoluwa",
  lanre: "olanrewaju",
  layo: "titilayo funmilayo",
  sade: "folasade folashade",
  temi: "temitope temiloluwa temilola",
  titi: "titilayo",
  tobi: "tobiloba oluwatobiloba oluwatobi",
  tolu: "tolulope toluwalope",
  tope: "temitope",
  yemi: "yemisi oluwayemisi",
  // Igbo
  ada: "adaobi adaeze adaora adanna",
  amaka: "chiamaka nwamaka uzoamaka",
  arinze: "arinzechukwu",
  chike: "chikezie chinweike",
  chuma: "chukwuma",
  ebuka: "chukwuebuka chiebuka",
  edu: "chinedu",
  emeka: "chukwuemeka chiemeka nnaemeka",
  ify: "ifeoma ifeanyi ifeyinwa",
  ike: "ikenna ikemefuna",
  kechi: "nkechi nkechinyere",
  kele: "kelechi",
  kosi: "kosisochukwu",
  nedu: "chinedu",
  ngozi: "ngozika",
  nkechi: "nkechinyere",
  obi: "obinna obiora",
  okey: "okechukwu",
  tochi: "tochukwu",
  uche: "uchenna",
  ugo: "ugonna",
} as const satisfies Record<string, string>;

/** Elements with which Yoruba names begin and without which they are short forms: Oluwaseun, Seun; Adekunle, Kunle. The longest one counts. */
const yorubaElements = ["oluwa", "baba", "akin", "olu", "ola", "ade", "omo"];
/** Igbo names are shortened on either side of the name of God: Ngozichukwu, Ngozi; Chukwuemeka, Emeka. */
const IGBO_ELEMENT = "chukwu";
/** The minimum lengths of what remains: shorter remainders, such as Ola, are elements of many names themselves. */
const MIN_YORUBA_LETTERS = 4;
const MIN_IGBO_LETTERS = 3;

const spellingOf = new Map(
  spellings.flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return others.map((word) => [word, first] as const);
  }),
);

const listedShortForms = new Map<string, string[]>();
for (const [short, names] of Object.entries(shortForms))
  for (const name of names.split(" "))
    listedShortForms.set(name, [...(listedShortForms.get(name) ?? []), short]);

/** Returns what remains of a compound name without its first or last element, if that is a short form by rule. */
function dropElement(word: string): string[] {
  if (word.endsWith(IGBO_ELEMENT)) {
    const first = word.slice(0, -IGBO_ELEMENT.length);
    return first.length >= MIN_IGBO_LETTERS ? [first] : [];
  }
  const element = [IGBO_ELEMENT, ...yorubaElements].find((one) => word.startsWith(one));
  const rest = element === undefined ? "" : word.slice(element.length);
  return rest.length >= MIN_YORUBA_LETTERS ? [rest] : [];
}

const unifySpelling = (word: string): string => spellingOf.get(word) ?? word;
const shortFormsOf = (word: string): string[] => [
  ...new Set([...(listedShortForms.get(word) ?? []), ...dropElement(word)]),
];

/** Returns whether two different words are variants of one name: spellings of it, or a name and its short form. Symmetric. */
export function areVariants(one: string, other: string): boolean {
  const [a, b] = [unifySpelling(one), unifySpelling(other)];
  return one !== other && (a === b || shortFormsOf(a).includes(b) || shortFormsOf(b).includes(a));
}

/** Returns the shortest form of a word; short forms are shorter than their names, so this ends. */
function shorten(word: string): string {
  const name = unifySpelling(word);
  const short = dropElement(name)[0] ?? shortFormsOf(name)[0];
  return short === undefined ? name : shorten(short);
}

/**
 * Returns a normalized name with each word replaced by one that represents its variants, for finding candidates: names with common variants
 * become equal or similar. Names that are not variants may have the same representative (Adekunle, Olukunle), so candidates are scored.
 */
export const canonicalName = (normalized: string): string =>
  normalized.split(" ").map(shorten).toSorted().join(" ");

/** All variants in the table by pairs, for tests. */
export const variantPairs: readonly (readonly [string, string])[] = [
  ...spellingOf,
  ...Object.entries(shortForms).flatMap(([short, names]) =>
    names.split(" ").map((name) => [short, name] as const),
  ),
];
