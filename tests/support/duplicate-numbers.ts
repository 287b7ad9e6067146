import type { DuplicatesDto } from "@/lib/users/dto";
import { get, person, type SignedIn } from "./api";

/** Creates an applicant with a unique phone number. */
export const applicant = () => person({ role: "investor", investorType: "personal", label: "applicant" });

export const allDuplicatesOf = async (administrator: SignedIn, id: string) =>
  (await get(`/api/admin/users/${id}/duplicates`, administrator.token)).body.data as DuplicatesDto;

export const duplicatesOf = async (administrator: SignedIn, id: string) =>
  (await allDuplicatesOf(administrator, id)).people;
