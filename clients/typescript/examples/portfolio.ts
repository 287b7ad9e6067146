// Prints an investor's portfolio and investments. Amounts are kobo as text, because they may exceed the range of a number.
// Usage: EMAIL=... PASSWORD=... node portfolio.ts
import { createSeedline } from "@seedline/client";

const {
  SEEDLINE_URL: baseUrl = "http://localhost:3000",
  EMAIL: email = "",
  PASSWORD: password = "",
} = process.env;
const seedline = createSeedline({ baseUrl, email, password });

const naira = (kobo: string) =>
  new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" }).format(Number(kobo) / 100);

const { data } = await seedline.get("/api/portfolio");
console.log(`Invested ${naira(data.invested)}, worth ${naira(data.value)} today`);
console.log(`Due ${naira(data.due)}, paid out ${naira(data.paidOut)}`);

for await (const investment of seedline.all("/api/investments"))
  console.log(
    `${investment.reference} ${investment.planName}: ${naira(investment.amount)}, ${investment.state}`,
  );
