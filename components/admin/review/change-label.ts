/** What an answer is called, from its place in a submission (`corporate.signatories.0.bvnNumber`). */
const words: Record<string, string> = {
  firstName: "First name",
  surname: "Surname",
  phoneNumber: "Phone number",
  phone: "Phone",
  email: "Email",
  ageBracket: "Age bracket",
  dateOfBirth: "Date of birth",
  localGovernment: "Local government",
  stateOfResidence: "State of residence",
  residentialAddress: "Residential address",
  ninNumber: "NIN number",
  fullName: "Full name",
  relationship: "Relationship",
  accountName: "Account name",
  bankName: "Bank name",
  accountType: "Account type",
  accountNumber: "Account number",
  bvnNumber: "BVN number",
  idDocument: "ID Document",
  passportPhoto: "Passport Photo",
  utilityBill: "Utility Bill",
  certificateOfIncorporation: "Certificate of Incorporation",
  memorandumAndArticles: "Memorandum and Articles",
  tinCertificate: "TIN Certificate",
  name: "Company name",
  incorporationNumber: "Incorporation number",
  dateOfIncorporation: "Date of incorporation",
  state: "State",
  address: "Address",
  logo: "Company logo",
  position: "Position",
  officerName: "Relationship officer",
  contact: "Relationship officer's contact",
};

export function changeLabel(path: string): string {
  const parts = path.split(".");
  const name = parts.at(-1) ?? path;
  const word = words[name] ?? name;
  if (parts[0] === "nextOfKin") return `Next of kin, ${word.toLowerCase()}`;
  const signatory = /\.signatories\.(\d+)\./.exec(path);
  return signatory ? `Signatory ${Number(signatory[1]) + 1}, ${lowerFirst(word)}` : word;
}

/** BVN and ID keep their capitals. */
const lowerFirst = (word: string) =>
  /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);

/** Documents are addresses, which nobody reads. */
export const isDocumentPath = (value: string | null): value is string =>
  value?.startsWith("/api/files/") ?? false;
