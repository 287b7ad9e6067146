"use client";

import { useCallback, useMemo } from "react";
import { useFormContext, useWatch, type FieldValues } from "react-hook-form";
import { ComboField, TextField } from "@/components/forms/bound-fields";
import { findLocalGovernment, findState, localGovernmentsOf, OTHER, states } from "@/lib/reference";
import { localGovernmentAfterStateChange } from "./places";

interface PlaceFieldsProps {
  state: string;
  stateLabel: string;
  localGovernment: string;
  localGovernmentOther: string;
}

/** State and local government (product 2.6): the second waits for the first, and 'Other' asks for a name. */
export function PlaceFields({
  state: stateName,
  stateLabel,
  localGovernment: areaName,
  localGovernmentOther: otherName,
}: PlaceFieldsProps) {
  const { getValues, setValue, clearErrors } = useFormContext<FieldValues>();
  const [watchedState, watchedArea] = useWatch<FieldValues>({ name: [stateName, areaName] }) as unknown[];
  const state = String(watchedState ?? "");
  const areas = localGovernmentsOf(state);
  const areaItems = useMemo(() => [...areas, OTHER], [areas]);
  const areaAlias = useCallback((typed: string) => findLocalGovernment(state, typed), [state]);
  const pickState = (picked: string) => {
    const kept = localGovernmentAfterStateChange(picked, String(getValues(areaName) ?? ""));
    setValue(areaName, kept, { shouldDirty: true });
    clearErrors([areaName, otherName]);
  };
  const placeholder = !state
    ? "Select state first"
    : areas.length === 0
      ? "No LGAs found; choose Other"
      : "Select local government";
  return (
    <>
      <ComboField
        name={stateName}
        label={stateLabel}
        items={states}
        placeholder="Select state"
        alias={findState}
        onPick={pickState}
      />
      <ComboField
        name={areaName}
        label="Local government"
        items={areaItems}
        always={OTHER}
        alias={areaAlias}
        placeholder={placeholder}
        disabled={!state}
        onPick={(picked) => {
          if (picked !== OTHER) clearErrors(otherName);
        }}
      />
      {watchedArea === OTHER && (
        <TextField name={otherName} label="Specify Local Government" className="sm:col-span-2" />
      )}
    </>
  );
}
