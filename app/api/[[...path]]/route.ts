import { toErrorResponse } from "@/lib/http/failure";
import { AppError } from "@/lib/errors";

/** Responds to all paths under /api that are not in the contract. */
const unknown = () => toErrorResponse(new AppError("NOT_FOUND", "This API call does not exist"));

export {
  unknown as GET,
  unknown as HEAD,
  unknown as POST,
  unknown as PUT,
  unknown as PATCH,
  unknown as DELETE,
  unknown as OPTIONS,
};
