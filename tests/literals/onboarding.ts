/**
 * The literal texts of product 2.3-2.8, 4.4, 4.5 and 5.1-5.3, and those of 2.9, 3, 5.6, 8 and 9 that belong to onboarding, by the place
 * of the interface in which they appear: [section, kind, text]. tests/e2e/wide/texts.spec.ts opens each of them and fails if a text is
 * missing or one was not opened.
 *
 * - card: a button that contains the text among others
 * - text: part of a sentence
 * - message: complete, at its field or in a notice
 * - log: only logged
 */
export type Kind =
  | "heading"
  | "button"
  | "card"
  | "link"
  | "label"
  | "placeholder"
  | "option"
  | "text"
  | "message"
  | "toast"
  | "log";
export type Literal = readonly [section: string, kind: Kind, text: string];

const FILL = "Please fill all required fields correctly before proceeding";
const PHONE = "Phone number must be at least 10 digits (e.g., 8012345678)";
const PHONE_LONG = "Phone number must not exceed 15 digits";
const EMAIL = "Valid email is required";
const NIN = "NIN must be 11 digits";
const BVN = "BVN must be 11 digits";
const ACCOUNT = "Account number must be 10 digits";
const FILE = "File is required";
const SIZE = "Max file size is 5MB";
const DOCUMENT = "Allowed types: PDF, JPG, PNG";
const IMAGE = "Allowed types: JPG, PNG";
const DAYS = "1-2 business days";
const AREA = "Please specify your Local Government";

const onEvery = (section: string, kind: Kind, ...texts: string[]): Literal[] =>
  texts.map((text) => [section, kind, text]);

export const literals = {
  // /choose-profile and /investor-type
  "choose profile": [
    ["2.3", "heading", "What brings you to the product?"],
    ["2.3", "card", "I want to invest"],
    ["2.3", "card", "Become an Investor"],
    ["2.3", "card", "I need funding"],
    ["2.3", "card", "Apply for Funding"],
    ["2.3", "button", "Contact our team"],
  ],
  "contact dialog": [["2.3", "heading", "Contact our team"]],
  "choose profile, not saved": [["8", "log", "Failed to set user role"]],
  "investor type": [
    ["2.4", "card", "Personal Investor"],
    ["2.4", "card", "Invest as an individual"],
    ["2.4", "card", "personal funds"],
    ["2.4", "card", "Streamlined verification"],
    ["2.4", "card", "Corporate Investor"],
    ["2.4", "card", "Invest on behalf of a company"],
    ["2.4", "card", "Extra business documentation"],
    ["2.4", "card", "corporate-level opportunities"],
  ],
  "investor type, session over": [["5.6", "log", "No user logged in"]],

  // the individual form
  "bio data": [
    ["2.5", "heading", "Bio Data"],
    ["2.5", "text", "Personal Information"],
    ["2.5", "button", "Next"],
    ["2.5", "button", "Save Progress"],
    ["2.6", "placeholder", "Select state first"],
  ],
  "bio data, empty": [
    ["4.4", "toast", FILL],
    ["5.1", "message", "First name must be atleast 2 characters"],
    ["5.1", "message", "Surname must be atleast 2 characters"],
    ["5.1", "message", PHONE],
    ["5.1", "message", EMAIL],
    ["5.1", "message", "Please select an option"],
    ["5.1", "message", "Date of birth is required"],
    ["5.1", "message", NIN],
  ],
  "bio data, long phone": [["5.1", "message", PHONE_LONG]],
  "bio data, other local government": [
    ["2.6", "label", "Specify Local Government"],
    ["5.1", "message", AREA],
  ],
  "bio data, small": [["2.5", "text", "Step 1 of 4: Bio Data"]],
  "next of kin": [
    ["2.5", "heading", "Next of Kin"],
    ...onEvery("2.5", "button", "Previous", "Next", "Save Progress"),
    ...onEvery("3", "option", "Spouse", "Sibling", "Parent", "Guardian", "Friend", "Other"),
  ],
  "next of kin, wrong": [
    ["4.4", "toast", FILL],
    ["5.1", "message", PHONE],
    ["5.1", "message", EMAIL],
    ["5.1", "message", "Please specify the relationship"],
  ],
  "next of kin, small": [["2.5", "text", "Step 2 of 4: Next of Kin"]],
  "account details": [
    ["2.5", "heading", "Account Details"],
    ["2.5", "text", "Bank Account Information"],
    ...onEvery("2.5", "button", "Previous", "Next", "Save Progress"),
    ...onEvery("3", "option", "Savings", "Current", "Domiciliary", "Corporate", "Other"),
  ],
  "account details, wrong": [
    ["4.4", "toast", FILL],
    ["5.1", "message", ACCOUNT],
    ["5.1", "message", BVN],
    ["5.1", "message", "Please specify the account type"],
  ],
  "account details, small": [["2.5", "text", "Step 3 of 4: Account Details"]],
  "kyc documents": [
    ["2.5", "heading", "KYC Documents"],
    ["2.5", "text", "Required Documents"],
    ...onEvery("2.5", "button", "Previous", "Save Progress", "Submit Verification"),
    ["2.5", "text", "Documents must be clear, valid and unaltered"],
    ["2.5", "text", "must be not older than 3 months"],
    ["2.5", "text", DAYS],
  ],
  "kyc documents, empty": [
    ["4.4", "toast", FILL],
    ["5.1", "message", FILE],
  ],
  "kyc documents, wrong files": [
    ["5.1", "message", DOCUMENT],
    ["5.1", "message", IMAGE],
    ["5.1", "message", SIZE],
  ],
  "kyc documents, small": [["2.5", "text", "Step 4 of 4: KYC Documents"]],
  "progress saved": [["4.4", "toast", "Progress saved successfully"]],
  "progress not saved": [["4.4", "toast", "Failed to save progress"]],
  "individual form, refused without a word": [
    ["4.4", "toast", "Failed to submit verification data. Please try again."],
    ["8", "message", "Failed to submit verification data"],
  ],
  "individual form, area of another state": [
    ["5.1", "message", "Select a valid Local Government for the chosen state"],
  ],
  "individual form, submitted": [["4.4", "toast", "Verification submitted successfully!"]],

  // the startup form
  "startup form": [
    ["2.5", "heading", "Apply for Startup Funding"],
    ["2.5", "heading", "Bio Data"],
  ],
  "startup form, unknown state": [
    ["2.6", "placeholder", "No LGAs found; choose Other"],
    ["5.1", "message", "Phone number must contain only digits"],
  ],

  // the corporate form
  "company info": [
    ["2.6", "heading", "Company Info"],
    ["2.6", "button", "Next"],
    ["2.6", "placeholder", "Select state first"],
  ],
  "company info, empty": [
    ["2.6", "toast", FILL],
    ["5.2", "message", "Name must be atleast 2 characters"],
    ["5.2", "message", "Must be at least 3 digits"],
    ["5.2", "message", "Must be at least four characters"],
    ["5.2", "message", PHONE],
    ["5.2", "message", EMAIL],
  ],
  "company info, long phone": [["5.2", "message", PHONE_LONG]],
  "company info, wrong logo": [["5.2", "message", IMAGE]],
  "company info, other local government": [
    ["2.6", "label", "Specify Local Government"],
    ["2.6", "message", AREA],
  ],
  "company info, small": [["2.6", "text", "Step 1 of 4: Company Info"]],
  "bank details": [["2.6", "heading", "Bank Details"], ...onEvery("2.6", "button", "Previous", "Next")],
  "bank details, empty": [
    ["2.6", "toast", FILL],
    ["5.2", "message", ACCOUNT],
    ["5.2", "message", BVN],
  ],
  signatories: [
    ["2.6", "heading", "Signatories"],
    ...onEvery("2.6", "button", "Previous", "Next", "Add signatory"),
    ...onEvery(
      "2.6",
      "text",
      "National ID",
      "voter's card",
      "international passport",
      "Relationship officer",
    ),
  ],
  "signatories, two": [["2.6", "button", "Remove last signatory"]],
  "signatories, empty": [
    ["2.6", "toast", FILL],
    ["5.2", "message", "Name must be at least 2 characters"],
    ["5.2", "message", PHONE],
    ["5.2", "message", EMAIL],
    ["5.2", "message", BVN],
    ["5.2", "message", FILE],
  ],
  "company documents": [
    ["2.6", "heading", "Documents"],
    ...onEvery("2.6", "button", "Previous", "Submit Verification"),
    ["2.6", "text", "Documents must be clear, valid and unaltered"],
    ["2.6", "text", `Verification typically takes ${DAYS}`],
  ],
  "company documents, empty": [
    ["2.6", "toast", FILL],
    ["5.2", "message", FILE],
  ],
  "company documents, wrong file": [["5.2", "message", DOCUMENT]],
  "company form, sending": [["2.6", "button", "Submitting..."]],
  "company form, refused": [
    ["4.5", "toast", "Failed to submit corporate verification"],
    ["8", "message", "Failed to submit corporate verification"],
  ],
  "company form, submitted": [["4.5", "toast", "Verification submitted"]],

  // after the submission
  "waiting, status unknown": [["8", "toast", "Failed to fetch verification status"]],
  "log out, refused": [["2.9", "toast", "Logout failed. Please try again."]],
  "logged out": [["2.9", "toast", "Logged out successfully"]],

  // the consultation dialog
  "consultation dialog": [
    ["2.8", "heading", "Schedule a Consultation"],
    ["2.8", "button", "Request Consultation"],
    ["2.8", "link", "privacy policy"],
    ["9", "text", "within 24 hours"],
    ...onEvery("3", "option", "Equity Investments", "Fixed Income", "Real Estate", "Healthcare"),
    ...onEvery("3", "option", "Agricultural Investments", "Diversified Portfolio"),
  ],
  "consultation dialog, empty": [
    ["5.3", "message", "Name must be at least 2 characters"],
    ["5.3", "message", "Please enter a valid email address"],
    ["5.3", "message", PHONE],
  ],
  "consultation dialog, long phone": [["5.3", "message", PHONE_LONG]],
  "consultation dialog, leading 0": [["5.3", "message", "Phone number should not start with 0"]],
  "consultation requested": [["2.8", "toast", "Consultation request submitted successfully!"]],

  // login and registration, where the server sends no message
  "log-in refused": [["8", "message", "Invalid email or password"]],
  "registration refused": [["8", "message", "Registration failed. Please try again."]],
  "code refused": [["8", "message", "Verification failed. Try again."]],
  "code not sent": [["8", "toast", "Failed to resend code. Try again."]],
} as const satisfies Record<string, readonly Literal[]>;

export type Place = keyof typeof literals;
