import { expect, test } from "../../../test";
import { logIn, watchConsole } from "../../../support";

test("the home page shows three plans, and a plan its fees and steps", async ({ page }) => {
  await page.goto("/");
  const teaser = page.getByRole("region", { name: "Investment plans you can compare" });
  await expect(teaser.getByRole("article")).toHaveCount(3);
  await teaser.getByRole("link", { name: "Agriculture Growth" }).click();
  await expect(page).toHaveURL(/\/plans\/agriculture-growth$/);
  await expect(page.getByRole("region", { name: "Fees" })).toContainText("before you pay");
  await expect(
    page.getByRole("region", { name: "How to invest in four steps" }).getByRole("listitem"),
  ).toHaveCount(4);
});

test("the privacy notice and the terms are linked in every footer, and at registration", async ({ page }) => {
  const links = async () => {
    const footer = page.getByRole("contentinfo").getByRole("navigation", { name: "Legal" });
    await expect(footer.getByRole("link", { name: "Privacy notice" })).toHaveAttribute("href", "/privacy");
    await expect(footer.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "/terms");
  };
  for (const path of ["/", "/terms", "/register"]) {
    await page.goto(path);
    await links();
  }
  const main = page.getByRole("main");
  await expect(main.getByText(/^By creating an account you agree to our terms/)).toBeVisible();
  await expect(main.getByRole("link", { name: "terms" })).toHaveAttribute("href", "/terms");
  await main.getByRole("link", { name: "privacy notice" }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.getByText("Nigeria Data Protection Commission")).toBeVisible();
  // Company facts that are not configured are shown as visible gaps.
  await expect(page.getByText("[Registered address: set BRAND_ADDRESS]")).toBeVisible();

  await page.goto("/about#privacy");
  await expect(page.getByRole("heading", { name: "Privacy", exact: true })).toBeInViewport();
  await logIn(page, "investor@demo.example");
  await links();
});

test("a plan opens from the list; an unknown plan and an unknown page are 404", async ({ page }) => {
  await page.goto("/plans");
  // Other tests add plans.
  for (const name of [
    "Healthcare Access",
    "Real Estate Income",
    "Startup Equity",
    "Asset Financing",
    "Fixed Income",
  ])
    await expect(page.getByRole("article").filter({ hasText: name })).toHaveCount(1);
  await page.getByRole("link", { name: "Agriculture Growth" }).click();
  await expect(page).toHaveURL(/\/plans\/agriculture-growth$/);
  for (const fact of ["Minimum", "Tenor", "Target return", "Risk", "Payment frequency"])
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole("definition")
      .filter({ hasText: /^₦250,000$/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByText("You can lose money")).toBeVisible();
  // Sent without the framework's scripts (ADR 13).
  await expect(page.locator('script[src*="/_next/"]')).toHaveCount(0);
  await page.getByRole("link", { name: "All plans" }).click();
  await expect(page).toHaveURL(/\/plans$/);

  for (const url of ["/plans/no-such-plan", "/plans/%00", "/plans/..%2fadmin", "/no-such-page"]) {
    const response = await page.request.get(url);
    expect([url, response.status()]).toEqual([url, 404]);
  }
  await page.goto("/plans/no-such-plan");
  await expect(page.getByRole("heading", { name: "404 - Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("the carousel is controlled by buttons and arrow keys, and can be stopped", async ({ page }) => {
  const errors = watchConsole(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const carousel = page.getByRole("region", { name: "Highlights" });
  // Other tests add slides at the same time.
  const slides = await carousel.locator("img").count();
  expect(slides).toBeGreaterThanOrEqual(6);
  const at = (n: number) => expect(carousel.getByText(`Slide ${n} of ${slides}`)).toBeVisible();
  await carousel.scrollIntoViewIfNeeded();
  await at(1);
  await carousel.getByRole("button", { name: "Next slide" }).click();
  await at(2);
  await carousel.getByRole("button", { name: "Previous slide" }).click();
  await at(1);
  await carousel.getByRole("button", { name: "Previous slide" }).click();
  await at(slides);
  await carousel.getByRole("group", { name: "Slides" }).focus();
  await page.keyboard.press("ArrowRight");
  await at(1);
  await page.keyboard.press("ArrowRight");
  await at(2);
  const dot = carousel.getByRole("button", { name: "Show slide 4" });
  await dot.click();
  await at(4);
  await expect(dot).toHaveAttribute("aria-current", "true");
  await expect(carousel.locator("[aria-current=true]")).toHaveCount(1);
  await carousel.getByRole("button", { name: "Pause slides" }).click();
  await expect(carousel.getByRole("button", { name: "Play slides" })).toBeVisible();
  // Every image loads into a space that was reserved for it.
  const pictures = carousel.locator("img");
  await expect(pictures).toHaveCount(slides);
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute("width", "1200");
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  }
  expect(errors).toEqual([]);
});

test("with reduced motion the slides never move by themselves", async ({ page }) => {
  await page.goto("/");
  const carousel = page.getByRole("region", { name: "Highlights" });
  await expect(carousel.getByRole("button", { name: "Next slide" })).toBeVisible();
  await expect(carousel.getByRole("button", { name: "Pause slides" })).toHaveCount(0);
});

test("metadata: sitemap, robots, manifest, icons, the shared image, structured data", async ({
  page,
  request,
  baseURL,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const path of [
    "/about",
    "/plans",
    "/plans/agriculture-growth",
    "/contact",
    "/privacy",
    "/terms",
    "/register",
  ])
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  expect(sitemap).not.toMatch(/admin|dashboard|profile/);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /admin");
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);

  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe("Seedline");
  await page.goto("/");
  const linked = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"], meta[property="og:image"]')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("href") ?? element.getAttribute("content")!),
    );
  expect(linked.length).toBeGreaterThanOrEqual(3);
  for (const address of [...manifest.icons.map(({ src }) => src), ...linked]) {
    const { pathname, search } = new URL(address, baseURL);
    const response = await request.get(pathname + search);
    expect([address, response.status()]).toEqual([address, 200]);
    expect(response.headers()["content-type"]).toMatch(/^image\//);
  }
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as {
    name: string;
  };
  expect(data).toMatchObject({ "@type": "Organization", name: "Seedline" });
});

test("the mobile menu opens, closes with Escape, its button and a click outside, and its links work", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "Wide screens show their links.");
  const errors = watchConsole(page);
  const open = page.getByRole("button", { name: "Open menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  // One page is sent without React, and one with it.
  for (const path of ["/", "/plans"]) {
    await page.goto(path);
    const closings = [
      () => page.keyboard.press("Escape"),
      () => menu.getByRole("button", { name: "Close menu" }).click(),
      () => page.mouse.click(385, 400),
    ];
    for (const close of closings) {
      await open.click();
      await expect(menu).toBeVisible();
      await close();
      await expect(menu).toBeHidden();
      await expect(open).toBeFocused();
    }
    await open.click();
    await menu.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(menu).toBeHidden();
  }
  expect(errors).toEqual([]);
});

test("a signed-in user finds the link to the dashboard on every public page, until logout in any tab", async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(isMobile, "The same script.");
  await logIn(page, "investor@demo.example");
  const otherTab = await context.newPage();
  const account = otherTab.getByRole("banner").getByRole("link", { name: "Dashboard" });
  for (const path of ["/", "/plans"]) {
    await otherTab.goto(path);
    await expect(account).toBeVisible();
    await expect(otherTab.getByRole("banner").getByRole("link", { name: "Log in" })).toHaveCount(0);
  }
  await otherTab.goto("/");
  await page.getByRole("button", { name: "My Account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(otherTab.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  await expect(account).toHaveCount(0);
});
