import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";

/**
 * Checks a form against a zod schema that arrives when the form is first used: zod alone is a quarter of what the log-in page would
 * otherwise bring. When it cannot be had (the line broke), nothing is refused here; the server checks everything again.
 */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  let coming: Promise<Resolver<Input, unknown, Output>> | undefined;
  const resolver = () =>
    (coming ??= Promise.all([import("@hookform/resolvers/zod"), load()]).then(([{ zodResolver }, schema]) =>
      zodResolver(schema),
    ));
  return async (values, context, options) => {
    try {
      return await (
        await resolver()
      )(values, context, options);
    } catch (error) {
      console.error(error);
      coming = undefined;
      return { values: values as unknown as Output, errors: {} };
    }
  };
}
