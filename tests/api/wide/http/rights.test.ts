import { describe } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { isBackOffice } from "@/lib/rights";
import { matrixRows, testRow } from "../../../support/authorization-calls";
import { actorsOnDuty } from "../../../support/authorization-matrix";

describe("every call of the back office by every duty (product 10.40, threat 17)", () => {
  for (const each of matrixRows) if (isBackOffice(endpoints[each.name].auth)) testRow(each, actorsOnDuty);
});
