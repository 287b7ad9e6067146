/** Inputs are 48 px high for touch, have 16 px text so that iOS does not zoom, and a border with a contrast of 3:1 on every surface. */
export const controlClass =
  "w-full min-h-12 rounded-control border border-line-strong bg-surface px-3.5 text-base text-ink transition-[border-color,box-shadow] duration-150 " +
  "hover:border-muted focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus " +
  "aria-invalid:border-danger aria-invalid:focus-visible:outline-danger " +
  "off:border-line off:bg-sunken off:text-faint [&[readonly]]:bg-sunken";

/** Returns the id of the label of a Field's control. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`;

/** The props that a Field passes to its control. */
export interface ControlA11y {
  id: string;
  /** Set for a group of controls. */
  "aria-labelledby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}
