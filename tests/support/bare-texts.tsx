// Texts that a browser's translator would break (tests/text-elements.test.ts expects each of these lines), and texts that are safe.
export const Changing = ({ count }: { count: number }) => <p>Total: {count}</p>;
export const Optional = ({ hint }: { hint: boolean }) => <p>Name {hint && <b>required</b>}</p>;
export const Fragments = ({ name }: { name: string }) => <>{name} and others</>;
export const Greeting = ({ name }: { name: string }) => `Hello ${name}`;

export const Whole = ({ count }: { count: number }) => <p>{`Total: ${count}`}</p>;
export const Fixed = () => <p>Total: {"many"}</p>;
export const Wrapped = ({ hint }: { hint: boolean }) => (
  <p>
    <span>Name</span> {hint && <b>required</b>}
  </p>
);
