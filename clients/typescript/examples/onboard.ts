// Onboards a personal investor: an account, a confirmed email address, the answers and the documents.
// Usage: EMAIL=... PASSWORD=... node onboard.ts ID.pdf PHOTO.jpg BILL.png
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { createSeedline, SeedlineError } from "@seedline/client";

const {
  SEEDLINE_URL: baseUrl = "http://localhost:3000",
  EMAIL: email = "",
  PASSWORD: password = "",
} = process.env;
const [identity, photo, bill] = await Promise.all(
  process.argv.slice(2, 5).map(async (path) => new File([await readFile(path)], basename(path))),
);
if (!identity || !photo || !bill) throw new Error("Name the three documents");

try {
  const visitor = createSeedline({ baseUrl });
  await visitor.post("/api/auth/register", {
    body: { name: "Ada Obi", email, phone: "08031234567", password },
  });
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const code = await terminal.question("The code from the email: ");
  terminal.close();
  await visitor.post("/api/auth/verify-email", { body: { email, code } });

  const seedline = createSeedline({ baseUrl, email, password });
  await seedline.put("/api/auth/setRole", { body: { role: "investor" } });
  await seedline.put("/api/auth/setInvestorType", { body: { type: "personal" } });
  await seedline.post("/api/verification", {
    body: {
      firstName: "Ada",
      surname: "Obi",
      phoneNumber: "08031234567",
      email,
      ageBracket: "adult",
      dateOfBirth: "1991-05-11",
      stateOfResidence: "Lagos",
      localGovernment: "Ikeja",
      residentialAddress: "12 Allen Avenue",
      ninNumber: "38120457619",
      kinFullName: "Chidi Obi",
      kinRelationship: "Sibling",
      kinPhoneNumber: "08031234568",
      kinEmail: "chidi@example.com",
      kinResidentialAddress: "12 Allen Avenue",
      accountName: "Ada Obi",
      bankName: "Zenith Bank",
      accountNumber: "2004718369",
      accountType: "Savings",
      bvnNumber: "22145678901",
    },
  });
  await seedline.post("/api/verification/documents", {
    body: { identificationDocument: identity, passportPhoto: photo, utilityBill: bill },
  });
  const { data } = await seedline.get("/api/verification/status");
  console.log(`Submitted at ${data.submittedAt}: ${data.status}`);
} catch (error) {
  // Each field that must be corrected, with the reason.
  if (error instanceof SeedlineError)
    for (const { path, message } of error.fields) console.error(`${path}: ${message}`);
  throw error;
}
