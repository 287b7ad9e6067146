interface Colleague {
  _id: string;
  name: string;
}

/** Returns the ids of people whose name follows an @ in the text. The longest name wins: `@Ada Obi` does not mention Ada. */
export function mentionedIn(text: string, people: readonly Colleague[]): string[] {
  let rest = text;
  return people
    .toSorted((a, b) => b.name.length - a.name.length)
    .flatMap(({ _id, name }) => {
      if (!rest.includes(`@${name}`)) return [];
      rest = rest.replaceAll(`@${name}`, "");
      return [_id];
    });
}
