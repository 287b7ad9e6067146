/** The optional document about the source of funds: its name in the record of reads, and its label. */
export const SOURCE_DOCUMENT = { name: "sourceOfFunds", label: "Document about the source" } as const;
