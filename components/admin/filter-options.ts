/** The choices of the lists' filters (product 2.11, 2.12). */
export const statusOptions = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;

export const roleOptions = [
  { value: "all", label: "All Roles" },
  { value: "investor", label: "Investor" },
  { value: "startup", label: "Startup" },
] as const;
