/** Typed URL builders for all pages (product 2.1). Links are never written as literals. */
type Query = Record<string, string | undefined>;

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

export const paths = {
  home: () => "/",
  about: () => "/about",
  assetFinancing: () => "/asset-financing",
  plans: () => "/plans",
  plan: (planId: string) => `/plans/${encodeURIComponent(planId)}`,
  team: () => "/team",
  contact: () => "/contact",
  privacy: () => "/privacy",
  terms: () => "/terms",
  /** The contact page with the open consultation dialog. */
  consultation: () => "/contact#consultation",

  login: (query?: { callbackUrl?: string }) => withQuery("/login", query),
  register: (query?: { callbackUrl?: string }) => withQuery("/register", query),
  forgotPassword: () => "/forgot-password",
  verifyEmail: (query?: { email?: string; callbackUrl?: string }) => withQuery("/verify-email", query),
  resetPassword: (query?: { token?: string }) => withQuery("/reset-password", query),

  chooseProfile: () => "/choose-profile",
  investorType: () => "/investor-type",
  investorVerification: () => "/investor-verification",
  corporateVerification: () => "/corporate-verification",
  applyForFunding: () => "/apply-for-funding",
  verificationSuccess: () => "/verification-success",

  dashboard: () => "/dashboard",
  dueDiligence: () => "/due-diligence",
  dashboardInvestments: (query?: { after?: string }) => withQuery("/dashboard/investments", query),
  dashboardNewInvestment: (query?: { plan?: string; amount?: string }) =>
    withQuery("/dashboard/investments/new", query),
  dashboardInvestment: (id: string) => `/dashboard/investments/${encodeURIComponent(id)}`,
  dashboardTransactions: (query?: { after?: string; kind?: string | undefined }) =>
    withQuery("/dashboard/transactions", query),
  dashboardStatement: (query?: { from?: string; to?: string }) =>
    withQuery("/dashboard/transactions/statement", query),
  dashboardApplications: () => "/dashboard/applications",
  dashboardDocuments: () => "/dashboard/documents",
  dashboardSettings: () => "/dashboard/settings",
  profile: () => "/profile",
  /** Where a parent or guardian responds to the request of an applicant under 18. */
  guardian: (query?: { token?: string }) => withQuery("/guardian", query),
  /** Where a user stops an archive of their data. */
  stopDownload: (query?: { token?: string }) => withQuery("/stop-download", query),
  accountSecurity: () => "/account/security",

  admin: () => "/admin",
  adminVerification: (query?: {
    role?: "investor" | "startup" | "all";
    status?: string;
    mark?: string;
    assignment?: string;
    order?: string;
  }) => withQuery("/admin/verification", query),
  adminVerificationUser: (userId: string) => `/admin/verification/${encodeURIComponent(userId)}`,
  /** The page that shows two cases next to each other. */
  adminCompare: (userId: string, otherId: string) =>
    `/admin/verification/${encodeURIComponent(userId)}/compare/${encodeURIComponent(otherId)}`,
  adminHolidays: () => "/admin/holidays",
  adminUsers: () => "/admin/users",
  adminCarousel: () => "/admin/carousel",
  adminPlans: () => "/admin/plans",
  adminNewPlan: () => "/admin/plans/new",
  adminPlan: (planId: string) => `/admin/plans/${encodeURIComponent(planId)}`,
  adminInvestments: () => "/admin/investments",
  /** With a search, the payments that it finds; with a filter and a rule, what the rule has booked. */
  adminPayments: (query?: { q: string } | { filter: string; rule: string }) =>
    withQuery("/admin/payments", query),
  adminLineRules: () => "/admin/payments/rules",
  adminBankAccounts: () => "/admin/bank-accounts",
  adminBankAccount: (id: string) => `/admin/bank-accounts/${encodeURIComponent(id)}`,
  adminInvestment: (id: string) => `/admin/investments/${encodeURIComponent(id)}`,
  adminLedger: () => "/admin/ledger",
  adminLedgerAccount: (account: string, query?: { after?: string; bankAccountId?: string | undefined }) =>
    withQuery(`/admin/ledger/${encodeURIComponent(account)}`, query),
  adminActs: () => "/admin/acts",
  adminPayouts: () => "/admin/payouts",
  adminPayoutBatch: (id: string) => `/admin/payouts/${encodeURIComponent(id)}`,
  adminSubAdmins: () => "/admin/sub-admins",
  adminApprovals: () => "/admin/approvals",
  adminWatchlists: () => "/admin/watchlists",
  adminAlerts: () => "/admin/alerts",
  adminReviewDates: () => "/admin/review-dates",
  adminSuspicions: () => "/admin/suspicions",
  adminDueDiligence: () => "/admin/due-diligence",
  adminDueDiligenceForm: (id: string) => `/admin/due-diligence/${encodeURIComponent(id)}`,
  adminApiKeys: () => "/admin/api-keys",
  adminWebhooks: () => "/admin/webhooks",
  adminWebhook: (id: string) => `/admin/webhooks/${id}`,
  adminAudit: () => "/admin/audit",

  devOutbox: () => "/dev/outbox",
  file: (fileId: string) => `/api/files/${encodeURIComponent(fileId)}`,
} as const;
