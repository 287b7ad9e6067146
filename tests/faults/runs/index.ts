import type { FaultRun } from "../run";
import { crashes } from "./crashes";
import { drain } from "./drain";
import { enumeration } from "./enumeration";
import { logins } from "./logins";
import { mails } from "./mails";
import { money } from "./money";
import { operations } from "./operations";
import { overload } from "./overload";
import { refreshes } from "./refreshes";
import { restart } from "./restart";
import { sizes } from "./sizes";
import { stall } from "./stall";
import { stalls } from "./stalls";
import { vendors } from "./vendors";

/** The fault runs by name, in execution order: timing measurements first, long runs last. */
export const runs: Record<string, FaultRun> = {
  logins,
  enumeration,
  refreshes,
  sizes,
  drain,
  vendors,
  mails,
  restart,
  stall,
  stalls,
  overload,
  crashes,
  operations,
  money,
};
