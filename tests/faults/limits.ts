/** Limits that the load of a fault run does not reach. */
export const roomyLimits = {
  LIMIT_LOGINS_PER_HOUR: "1000000",
  LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
  LIMIT_CODE_MAILS_PER_HOUR: "1000",
  LIMIT_CODE_TRIES: "1000",
  LIMIT_UPLOADS_PER_HOUR: "1000000",
  LIMIT_MONEY_ACTS_PER_HOUR: "1000000",
};
